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
  /** There is no such name; else nobody could say. */
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
        return ours === undefined
          ? askNameServers(new Resolver({ timeout: 3000, tries: 2 }), name)
          : Effect.succeed([{ ...ours, ours: true as const }])
      }
    }))
  )
}

/** What name servers say of a name that is not there, or has no address of the family that was asked for. */
const absent = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"])

/**
 * Asks name servers and nobody else: not the machine's table of hosts, whose names are its own, and not through the
 * threads that files are read with, which slow servers would hold up. An answer for one family of addresses is enough:
 * some servers fail on the other.
 */
export const askNameServers = (
  resolver: Resolver,
  name: string
): Effect.Effect<ReadonlyArray<Destination>, NameUnresolved> =>
  Effect.promise(() => Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])).pipe(
    Effect.onInterrupt(() => Effect.sync(() => resolver.cancel())),
    Effect.flatMap((families) => {
      const found = families.flatMap((family) => (family.status === "fulfilled" ? family.value : []))
      if (found.length > 0) return Effect.succeed(found.map((address) => ({ address })))
      const unknown = families.every(
        (family) => family.status === "fulfilled" || absent.has(family.reason?.code)
      )
      return new NameUnresolved({ unknown })
    })
  )
