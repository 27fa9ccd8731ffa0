import { Either } from "effect"
import ipaddr from "ipaddr.js"
import { isPublicAddress, isPublicName } from "./addresses.ts"
import { FetchFailed, type FetchReason } from "./failure.ts"
import { maxUrlLength } from "./limits.ts"

/** Where a request is to go, before anybody looked up where that is. */
export interface Target {
  readonly url: URL
  /** The host as names are looked up and certificates are made out: no brackets, no dot at its end. */
  readonly name: string
  readonly isAddress: boolean
}

/** Addresses are told back to people and to logs: never with a password that somebody put into them. */
const withoutCredentials = (url: URL): string => {
  const clean = new URL(url)
  clean.username = ""
  clean.password = ""
  return clean.href
}

/**
 * Reads an address and refuses what never may be fetched, whatever it is resolved to. The parser is that of browsers:
 * decimal, octal and hexadecimal hosts come out of it as the addresses that they are.
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
