import { Either } from "effect"
import ipaddr from "ipaddr.js"
import { isPublicAddress, isPublicName } from "./addresses.ts"
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
