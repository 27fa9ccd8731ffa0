import { Data, Effect, ParseResult, Schema } from "effect"

/**
 * The form of something that is written down as JSON now and read later, maybe by another version of the service.
 * Whoever changes the form in a way that older ones do not fit counts the version up.
 */
export interface StoredForm<A> {
  readonly version: number
  /** What it is stored as is what it is, so that writing needs no work; reading always decodes. */
  readonly schema: Schema.Schema<A>
}

/** What was stored is not of the form that this version of the service reads. */
export class Unreadable extends Data.TaggedError("Unreadable")<{
  readonly message: string
  /** Written by a newer version of the service: whoever runs that one can read it. */
  readonly newer: boolean
}> {}

/** The first version goes without its number. */
export const toStored = <A extends object>({ version }: StoredForm<A>, value: A): object =>
  version === 1 ? value : { ...value, version }

export const fromStored = <A>(form: StoredForm<A>, stored: unknown): Effect.Effect<A, Unreadable> => {
  const { version = 1, ...value } = Object(stored) as { readonly version?: unknown }
  if (version !== form.version) {
    const newer = typeof version === "number" && version > form.version
    const message = `it is of version ${String(version)}, and this service reads version ${form.version}`
    return new Unreadable({ message, newer })
  }
  return Effect.mapError(
    Schema.decodeUnknown(form.schema)(value),
    (error) => new Unreadable({ message: ParseResult.TreeFormatter.formatErrorSync(error), newer: false })
  )
}
