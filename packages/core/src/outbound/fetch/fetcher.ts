import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import { isPublicAddress } from "./addresses.ts"
import { FetchFailed } from "./failure.ts"
import { type FetchLimits, pageLimits } from "./limits.ts"
import { type Destination, NameResolver } from "./name-resolver.ts"
import { type HopResponse, requestOnce } from "./request.ts"
import { parseTarget, type Target } from "./target.ts"

export interface FetchResponse extends HopResponse {
  /** Where it was found in the end. */
  readonly url: URL
}

export interface FetchOptions {
  /** Media types that are taken; anything else is refused before it is read. */
  readonly accept: ReadonlyArray<string>
  readonly limits?: FetchLimits | undefined
  /** Only https, on every hop. */
  readonly secure?: boolean | undefined
  /** Where redirects may lead, beside all that holds of any address; anywhere unless it is said. */
  readonly allowRedirect?: ((to: URL) => boolean) | undefined
}

/**
 * Fetches what strangers name, and cannot be turned inwards: each hop is read, looked up once, and refused if any of
 * its addresses is not of the open internet; the connection then goes to one of those very addresses. An answer that is
 * no success, a 404 for example, is an answer and no failure.
 */
export class Fetcher extends Context.Tag("@adwarden/Fetcher")<
  Fetcher,
  { readonly get: (url: string | URL, options: FetchOptions) => Effect.Effect<FetchResponse, FetchFailed> }
>() {
  static readonly layer = Layer.effect(
    Fetcher,
    Effect.suspend(() => make)
  )
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** As many of a name's addresses are tried as people would wait for. */
const maxAddresses = 3

/** What it says of itself, on every request: what it is, and where one reads what it does and how to keep it out. */
export const userAgentOf = (appUrl: string): string => `Adwarden/1.0 (+${appUrl}/docs/reading-websites)`

const make = Effect.gen(function* () {
  const names = yield* NameResolver
  const { appUrl } = yield* Settings
  const userAgent = userAgentOf(appUrl)

  const resolveDestinations = ({ isAddress, name, url }: Target) => {
    const failed = (reason: "unknown_name" | "unreachable" | "private") =>
      new FetchFailed({ reason, url: url.href })
    const destinations: Effect.Effect<ReadonlyArray<Destination>, FetchFailed> = isAddress
      ? Effect.succeed([{ address: name }])
      : Effect.mapError(names.resolve(name), ({ notFound }) =>
          failed(notFound ? "unknown_name" : "unreachable")
        )
    // One private address among open ones is enough: whoever answers that wants us to take it.
    return Effect.filterOrFail(
      destinations,
      (all) => all.every(({ address, isDevelopment }) => isDevelopment === true || isPublicAddress(address)),
      () => failed("private")
    )
  }

  const requestTarget = (target: Target, { accept, limits = pageLimits }: FetchOptions) =>
    Effect.flatMap(resolveDestinations(target), (all) => {
      const [first, ...others] = all
        .slice(0, maxAddresses)
        .map((one) => requestOnce(target, one, { accept, limits, userAgent }))
      // Another address is another chance for a server that is out of reach, and for nothing else.
      return others.reduce(
        (tried, next) =>
          Effect.catchIf(
            tried,
            ({ reason }) => reason === "unreachable",
            () => next
          ),
        first!
      )
    })

  const get = (requestedUrl: string | URL, options: FetchOptions) => {
    const { redirects: maxRedirects, seconds } = options.limits ?? pageLimits
    const follow = (from: string | URL, redirectsLeft: number): Effect.Effect<FetchResponse, FetchFailed> =>
      Effect.gen(function* () {
        const target = yield* parseTarget(from, options)
        const { url } = target
        const hop = yield* requestTarget(target, options)
        const to = hop.headers.location
        if (!redirectStatuses.has(hop.status) || to === undefined) return { ...hop, url }
        if (redirectsLeft === 0)
          return yield* new FetchFailed({ reason: "too_many_redirects", url: url.href })
        const next = URL.canParse(to, url.href) ? new URL(to, url) : to
        if (next instanceof URL && options.allowRedirect?.(next) === false) {
          return yield* new FetchFailed({ reason: "redirects_away", url: url.href })
        }
        return yield* follow(next, redirectsLeft - 1)
      })
    return follow(requestedUrl, maxRedirects).pipe(
      Effect.timeoutFail({
        duration: seconds * 1000,
        onTimeout: () => new FetchFailed({ reason: "too_slow", url: String(requestedUrl) })
      }),
      Effect.withSpan("Fetcher.get")
    )
  }

  return { get }
})
