import { Resolver } from "node:dns/promises"
import { Context, Data, Effect, Either, Layer } from "effect"
import ipaddr from "ipaddr.js"
import { Settings } from "../../settings.ts"
import { maxUrlLength } from "./limits.ts"

/** The message for each reason of a failed fetch. */
const messages = {
  malformed: "It is not a web address. Give one such as https://www.example.com.",
  scheme: "Only addresses that begin with https:// (or http://, for websites) are fetched.",
  credentials: "It has a user name or password in it. Give the address without them.",
  port: "Only the standard web ports are supported. Give the address without a port.",
  private: "It is in a private network, which cannot be fetched from. Give a public address.",
  unknown_name: "No such name was found. Check the spelling of the address.",
  unreachable: "It did not respond. Check that it opens in a browser, then try again.",
  tls: "Its certificate is not valid, so its content cannot be trusted. Renew the certificate, then try again.",
  too_slow: "It took too long to respond. Try again later.",
  too_many_redirects: "It redirects too often. Give the final address of the redirects.",
  redirects_away: "It redirects to another domain. Give an address of that domain if it is the right one.",
  too_large: "It is too large to read.",
  wrong_type:
    "It is not of the kind that was to be fetched. Give the address of a page that opens in a browser.",
  garbled: "Its response is broken and cannot be read. Ask its operator to fix it."
} as const

export type FetchReason = keyof typeof messages

/** A fetch failed, or was rejected before anything was sent. */
export class FetchFailed extends Data.TaggedError("FetchFailed")<{
  readonly reason: FetchReason
  /** The URL that failed: after redirects, the last one that was to be followed. */
  readonly url: string
}> {
  override get message(): string {
    return `${this.url} could not be fetched. ${messages[this.reason]}`
  }

  /** Whether a later retry can succeed without any action. */
  get isRetryable(): boolean {
    return this.reason === "unreachable" || this.reason === "too_slow"
  }
}

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

/** The target of a request before name resolution. */
export interface Target {
  readonly url: URL
  /** The host for name resolution and certificates: without brackets and trailing dot. */
  readonly name: string
  readonly isAddress: boolean
}

/** Removes credentials from a URL for messages and logs. */
const withoutCredentials = (url: URL): string => {
  const clean = new URL(url)
  clean.username = ""
  clean.password = ""
  return clean.href
}

/**
 * Parses a URL and rejects what can never be fetched, whatever it resolves to. The WHATWG parser converts
 * decimal, octal and hexadecimal hosts to addresses.
 */
export const parseTarget = (
  input: string | URL,
  { secure = false }: { readonly secure?: boolean | undefined } = {}
): Either.Either<Target, FetchFailed> => {
  if (String(input).length > maxUrlLength || !URL.canParse(String(input))) {
    return Either.left(new FetchFailed({ reason: "malformed", url: String(input).slice(0, 200) }))
  }
  const url = new URL(input)
  const reject = (reason: FetchReason) =>
    Either.left(new FetchFailed({ reason, url: withoutCredentials(url) }))
  if (url.protocol !== "https:" && (secure || url.protocol !== "http:")) return reject("scheme")
  if (url.username !== "" || url.password !== "") return reject("credentials")
  if (url.port !== "") return reject("port")
  url.hash = ""
  const name = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  const isAddress = ipaddr.isValid(name)
  if (!(isAddress ? isPublicAddress(name) : isPublicName(name))) return reject("private")
  return Either.right({ url, name, isAddress })
}

/*
 * The addresses of the public internet. All others are private: this machine, its network, its cloud, or
 * another notation of one of these. This is an allow list, so an unknown range is rejected.
 */

/** Global unicast, the only assigned part of IPv6 (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** In Azure's networks the machine's own agent responds at this address, which looks public. */
const metadataInPublicSpace: ReadonlySet<string> = new Set(["168.63.129.16"])

/** Whether a request can go to an address. An invalid address counts as private. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(globalUnicast)
    : !metadataInPublicSpace.has(parsed.toString())
}

/**
 * Names reserved for private networks, whatever they resolve to (RFC 6761, 6762, 8375, 9476 and convention).
 */
const privateNames = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion|invalid)$/

/** Whether a name can be public: it has a dot and no reserved suffix. */
const isPublicName = (name: string): boolean => name.includes(".") && !privateNames.test(name)
