import { Either } from "effect"
import ipaddr from "ipaddr.js"
import { FetchFailed, type FetchReason } from "./failure.ts"
import { maxUrlLength } from "./limits.ts"

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
