import { Resolver } from "node:dns/promises"
import { Context, Data, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"

/** An address behind a name. */
export interface Destination {
  readonly address: string
  /** Instead of the port that the scheme asks for. */
  readonly port?: number
  /** One of development's own, to which the rule against private addresses does not apply. */
  readonly isDevelopment?: true
}

export class NameUnresolved extends Data.TaggedError("NameUnresolved")<{
  /** There is no such name; else nobody could say. */
  readonly notFound: boolean
}> {}

/** Where names lead. Whoever connects takes what it answered and asks nobody again. */
export class NameResolver extends Context.Tag("@adwarden/NameResolver")<
  NameResolver,
  { readonly resolve: (name: string) => Effect.Effect<ReadonlyArray<Destination>, NameUnresolved> }
>() {
  static readonly layer = Layer.effect(
    NameResolver,
    Effect.map(Settings, ({ developmentHosts }) => ({
      resolve: (name) => {
        const host = developmentHosts.get(name)
        return host === undefined
          ? queryNameServers(new Resolver({ timeout: 3000, tries: 2 }), name)
          : Effect.succeed([{ ...host, isDevelopment: true as const }])
      }
    }))
  )
}

/** What name servers say of a name that is not there, or has no address of the family that was asked for. */
const notFoundCodes = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"])

/**
 * Asks name servers and nobody else: not the machine's table of hosts, whose names are its own, and not through the
 * threads that files are read with, which slow servers would hold up. An answer for one family of addresses is enough:
 * some servers fail on the other.
 */
export const queryNameServers = (
  resolver: Resolver,
  name: string
): Effect.Effect<ReadonlyArray<Destination>, NameUnresolved> =>
  Effect.promise(() => Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])).pipe(
    Effect.onInterrupt(() => Effect.sync(() => resolver.cancel())),
    Effect.flatMap((families) => {
      const addresses = families.flatMap((family) => (family.status === "fulfilled" ? family.value : []))
      if (addresses.length > 0) return Effect.succeed(addresses.map((address) => ({ address })))
      const unknown = families.every(
        (family) => family.status === "fulfilled" || notFoundCodes.has(family.reason?.code)
      )
      return new NameUnresolved({ notFound: unknown })
    })
  )
