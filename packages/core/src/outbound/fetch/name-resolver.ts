import { Resolver } from "node:dns/promises"
import { Context, Data, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"

/** An address of a name. */
export interface Destination {
  readonly address: string
  /** Replaces the scheme's port. */
  readonly port?: number
  /** A development server, exempt from the rule against private addresses. */
  readonly isDevelopment?: true
}

export class NameUnresolved extends Data.TaggedError("NameUnresolved")<{
  /** Whether the name does not exist; otherwise the lookup failed. */
  readonly notFound: boolean
}> {}

/** Resolves names. The connection uses the returned addresses without another lookup. */
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

/** The codes of name servers for an unknown name, or one without an address of the requested family. */
const notFoundCodes = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"])

/**
 * Queries name servers only. The machine's hosts file is skipped because its names are local, and so is the
 * thread pool, which slow servers would block. One address family is enough: some servers fail on the other.
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
