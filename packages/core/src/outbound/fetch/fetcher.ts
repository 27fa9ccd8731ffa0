import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import { FetchFailed } from "./failure.ts"
import { documentLimits, type FetchLimits, pageLimits } from "./limits.ts"
import { type Destination, NameResolver } from "./name-resolver.ts"
import { type HopResponse, type PostedBody, requestOnce } from "./request.ts"
import { isPublicAddress, parseTarget, type Target } from "./target.ts"

export interface FetchResponse extends HopResponse {
  /** The final URL after redirects. */
  readonly url: URL
}

export interface FetchOptions {
  /** The accepted media types. Other responses are rejected before they are read. */
  readonly accept: ReadonlyArray<string>
  readonly limits?: FetchLimits | undefined
  /** Only https, on every hop. */
  readonly secure?: boolean | undefined
  /** Restricts redirects in addition to the general rules; all are allowed by default. */
  readonly allowRedirect?: ((to: URL) => boolean) | undefined
}

/**
 * Fetches untrusted URLs without access to private networks. Each hop is parsed and resolved once, and
 * rejected if any of its addresses is private. The connection then uses one of those addresses. An error
 * status such as 404 is a response, not a failure.
 */
export class Fetcher extends Context.Tag("@adwarden/Fetcher")<
  Fetcher,
  {
    readonly get: (url: string | URL, options: FetchOptions) => Effect.Effect<FetchResponse, FetchFailed>
    /**
     * Posts to an https URL and follows no redirect: the body is for the named server alone. Development hosts
     * also take http.
     */
    readonly post: (url: string, posted: PostedBody) => Effect.Effect<HopResponse, FetchFailed>
  }
>() {
  static readonly layer = Layer.effect(
    Fetcher,
    Effect.suspend(() => make)
  )
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** The number of addresses to try per name. */
const maxAddresses = 3

/**
 * The user agent of every request: the product, and a URL that explains what it reads and how to block it.
 */
export const userAgentOf = (appUrl: string): string => `Adwarden/1.0 (+${appUrl}/docs/reading-websites)`

const make = Effect.gen(function* () {
  const names = yield* NameResolver
  const { appUrl, developmentHosts } = yield* Settings
  const userAgent = userAgentOf(appUrl)

  const resolveDestinations = ({ isAddress, name, url }: Target) => {
    const failed = (reason: "unknown_name" | "unreachable" | "private") =>
      new FetchFailed({ reason, url: url.href })
    const destinations: Effect.Effect<ReadonlyArray<Destination>, FetchFailed> = isAddress
      ? Effect.succeed([{ address: name }])
      : Effect.mapError(names.resolve(name), ({ notFound }) =>
          failed(notFound ? "unknown_name" : "unreachable")
        )
    // One private address is enough to reject the name: its server is probing our network.
    return Effect.filterOrFail(
      destinations,
      (all) => all.every(({ address, isDevelopment }) => isDevelopment === true || isPublicAddress(address)),
      () => failed("private")
    )
  }

  const requestTarget = (
    target: Target,
    {
      accept,
      limits = pageLimits
    }: Pick<FetchOptions, "limits"> & {
      readonly accept: ReadonlyArray<string> | null
    },
    posted?: PostedBody
  ) =>
    Effect.flatMap(resolveDestinations(target), (all) => {
      const [first, ...others] = all
        .slice(0, maxAddresses)
        .map((one) =>
          requestOnce(target, one, { accept, limits, userAgent, ...(posted === undefined ? {} : { posted }) })
        )
      // Only an unreachable server is retried at another address.
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

  const post = (url: string, posted: PostedBody) =>
    Effect.flatMap(parseTarget(url), (parsed) =>
      Effect.flatMap(parseTarget(url, { secure: !developmentHosts.has(parsed.name) }), (target) =>
        requestTarget(target, { accept: null, limits: documentLimits }, posted)
      )
    ).pipe(
      Effect.timeoutFail({
        duration: documentLimits.seconds * 1000,
        onTimeout: () => new FetchFailed({ reason: "too_slow", url })
      }),
      Effect.withSpan("Fetcher.post")
    )

  return { get, post }
})
