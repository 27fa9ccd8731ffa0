import { parseJson } from "../../http/body.ts"

/** The members that are read of a client's metadata document, unchecked. */
export interface DocumentMembers {
  readonly [member: string]: unknown
  readonly client_id?: unknown
  readonly client_secret?: unknown
}

const readMembers = [
  "client_id",
  "client_name",
  "client_secret",
  "redirect_uris",
  "grant_types",
  "response_types",
  "token_endpoint_auth_method"
]

/** More than the checks allow, yet cheap to check. A longer text or list is truncated and stays too long. */
const maxTextLength = 4096
const maxItems = 20

const truncate = (value: unknown): unknown => {
  if (typeof value === "string") return value.slice(0, maxTextLength)
  if (Array.isArray(value)) {
    return value
      .slice(0, maxItems)
      .map((one) => (typeof one === "string" ? one.slice(0, maxTextLength) : null))
  }
  return typeof value === "object" && value !== null ? {} : value
}

/** Reads the members of an untrusted document. Returns null if it is not a readable JSON object. */
export const parseClientDocument = (body: Uint8Array): DocumentMembers | null => {
  const parsed = parseJson(body)
  if (typeof parsed === "string" || parsed.duplicate !== null) return null
  const members = Object(parsed.value) as Record<string, unknown>
  return Object.fromEntries(
    readMembers.filter((name) => name in members).map((name) => [name, truncate(members[name])])
  )
}
