import { Resolver } from "node:dns/promises"
import { Context, Data, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"

/** An address behind a name. */
export interface Destination {
  readonly address: string
  /** Instead of the port that the scheme asks for. */
  readonly port?: number
  /** One of development's own, to which the rule against private addresses does not apply. */
  readonly ours?: true
}

export class NameUnresolved extends Data.TaggedError("NameUnresolved")<{
  /** There is no such name; else nobody could be asked. */
  readonly unknown: boolean
}> {}

/** Where names lead. Whoever connects takes what it answered and asks nobody again. */
export class Names extends Context.Tag("@adwarden/Names")<
  Names,
  { readonly resolve: (name: string) => Effect.Effect<ReadonlyArray<Destination>, NameUnresolved> }
>() {
  static readonly layer = Layer.effect(
    Names,
    Effect.map(Settings, ({ developmentNames }) => ({
      resolve: (name) => {
        const ours = developmentNames.get(name)
        return ours === undefined ? askDns(name) : Effect.succeed([{ ...ours, ours: true as const }])
      }
    }))
  )
}

const unknownCodes = new Set(["ENOTFOUND", "ENODATA", "EBADNAME", "ESERVFAIL"])

/** No answer of one family is no news; failing to ask is. */
const asked = (lookup: Promise<ReadonlyArray<string>>): Promise<ReadonlyArray<string>> =>
  lookup.catch((error: NodeJS.ErrnoException) =>
    error.code === "ENODATA" || error.code === "ENOTFOUND" ? [] : Promise.reject(error)
  )

/**
 * Asks name servers and nobody else: not the machine's table of hosts, whose names are its own, and not through the
 * threads that files are read with, which slow servers would hold up.
 */
const askDns = (name: string): Effect.Effect<ReadonlyArray<Destination>, NameUnresolved> =>
  Effect.suspend(() => {
    const resolver = new Resolver({ timeout: 3000, tries: 2 })
    return Effect.tryPromise({
      try: () => Promise.all([asked(resolver.resolve4(name)), asked(resolver.resolve6(name))]),
      catch: (error) =>
        new NameUnresolved({ unknown: unknownCodes.has((error as NodeJS.ErrnoException).code ?? "") })
    }).pipe(
      Effect.onInterrupt(() => Effect.sync(() => resolver.cancel())),
      Effect.map((families) => families.flat().map((address) => ({ address }))),
      Effect.filterOrFail(
        (found) => found.length > 0,
        () => new NameUnresolved({ unknown: true })
      )
    )
  })
