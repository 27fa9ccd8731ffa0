import { Context, Effect, Layer } from "effect"
import type { AnyEdit, EditKind, Planned } from "./edit.ts"

/** The registry of edit kinds. The engine looks them up by name and refers to none directly. */
export class Edits extends Context.Tag("@adwarden/Edits")<
  Edits,
  {
    readonly add: (kind: AnyEdit) => void
    /** Undefined for a kind, or a version of one, that this version of the service does not know. */
    readonly find: (of: { readonly kind: string; readonly version: number }) => AnyEdit | undefined
    /** For a step that this process made, whose kind is always known. */
    readonly get: (of: { readonly kind: string; readonly version: number }) => AnyEdit
  }
>() {
  static readonly layer = Layer.sync(Edits, () => {
    const kinds = new Map<string, AnyEdit>()
    const find = ({ kind, version }: { readonly kind: string; readonly version: number }) =>
      kinds.get(`${kind}@${version}`)
    return {
      add: (kind) => {
        const name = `${kind.kind}@${kind.version}`
        if (kinds.has(name)) throw new Error(`Two kinds of edit are called ${name}`)
        kinds.set(name, kind)
      },
      find,
      get: (of) => {
        const kind = find(of)
        if (kind === undefined) throw new Error(`No kind of edit is called ${of.kind}@${of.version}`)
        return kind
      }
    }
  })
}

/** Registers a kind of edit; `make` acquires its dependencies once. */
export const registerEditKind = <In, Plan extends Planned, Trace, PlatformRead, R>(
  make: Effect.Effect<EditKind<In, Plan, Trace, PlatformRead>, never, R>
): Effect.Effect<void, never, R | Edits> =>
  Effect.gen(function* () {
    const edits = yield* Edits
    edits.add(yield* make)
  })
