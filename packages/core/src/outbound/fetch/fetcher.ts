import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import { isOpenAddress } from "./addresses.ts"
import { FetchFailed } from "./failure.ts"
import { type FetchLimits, pageLimits } from "./limits.ts"
import { type Destination, Names } from "./names.ts"
import { type Hop, requestOnce } from "./request.ts"
import { type Target, targetOf } from "./target.ts"

export interface Fetched extends Hop {
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
  readonly stay?: ((to: URL) => boolean) | undefined
}

/**
 * Fetches what strangers name, and cannot be turned inwards: each hop is read, looked up once, and refused if any of
 * its addresses is not of the open internet; the connection then goes to one of those very addresses. An answer that is
 * no success, a 404 for example, is an answer and no failure.
 */
export class Fetcher extends Context.Tag("@adwarden/Fetcher")<
  Fetcher,
  { readonly get: (url: string | URL, options: FetchOptions) => Effect.Effect<Fetched, FetchFailed> }
>() {
  static readonly layer = Layer.effect(
    Fetcher,
    Effect.suspend(() => make)
  )
}

const redirects = new Set([301, 302, 303, 307, 308])

/** As many of a name's addresses are tried as people would wait for. */
const mostAddresses = 3

/** What it says of itself, on every request: what it is, and where one reads what it does and how to keep it out. */
export const userAgentOf = (appUrl: string): string => `Adwarden/1.0 (+${appUrl}/docs/reading-websites)`

const make = Effect.gen(function* () {
  const names = yield* Names
  const { appUrl } = yield* Settings
  const userAgent = userAgentOf(appUrl)

  const destinationsOf = ({ isAddress, name, url }: Target) => {
    const failed = (reason: "unknown_name" | "unreachable" | "private") =>
      new FetchFailed({ reason, url: url.href })
    const found: Effect.Effect<ReadonlyArray<Destination>, FetchFailed> = isAddress
      ? Effect.succeed([{ address: name }])
      : Effect.mapError(names.resolve(name), ({ unknown }) =>
          failed(unknown ? "unknown_name" : "unreachable")
        )
    // One private address among open ones is enough: whoever answers that wants us to take it.
    return Effect.filterOrFail(
      found,
      (all) => all.every(({ address, ours }) => ours === true || isOpenAddress(address)),
      () => failed("private")
    )
  }

  const ask = (target: Target, { accept, limits = pageLimits }: FetchOptions) =>
    Effect.flatMap(destinationsOf(target), (all) => {
      const [first, ...others] = all
        .slice(0, mostAddresses)
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

  const get = (given: string | URL, options: FetchOptions) => {
    const { redirects: most, seconds } = options.limits ?? pageLimits
    const follow = (from: string | URL, left: number): Effect.Effect<Fetched, FetchFailed> =>
      Effect.gen(function* () {
        const target = yield* targetOf(from, options)
        const { url } = target
        const hop = yield* ask(target, options)
        const to = hop.headers.location
        if (!redirects.has(hop.status) || to === undefined) return { ...hop, url }
        if (left === 0) return yield* new FetchFailed({ reason: "too_many_redirects", url: url.href })
        const next = URL.canParse(to, url.href) ? new URL(to, url) : to
        if (next instanceof URL && options.stay?.(next) === false) {
          return yield* new FetchFailed({ reason: "redirects_away", url: url.href })
        }
        return yield* follow(next, left - 1)
      })
    return follow(given, most).pipe(
      Effect.timeoutFail({
        duration: seconds * 1000,
        onTimeout: () => new FetchFailed({ reason: "too_slow", url: String(given) })
      }),
      Effect.withSpan("Fetcher.get")
    )
  }

  return { get }
})
