import { claimedVersion, type Message } from "./message.ts"

/**
 * Since 2026-07-28 there is no handshake: each message names its version, and HTTP repeats it in a header, with the
 * method and the name of what it asks for, so that gateways need not read the body.
 */

/** Returns whether a text can be a header as it is. The service rejects a message whose header is missing. */
const isHeaderSafe = (text: string): boolean => /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/.test(text)

const headerText = (text: string): string =>
  isHeaderSafe(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`

const namedBy = ({ method, params }: Message): unknown =>
  method === "resources/read"
    ? params?.uri
    : /^(tools\/call|prompts\/get)$/.test(method ?? "") && params?.name

/** The headers of a message about the protocol. */
export const headersOf = (message: Message, negotiated: string | null): Readonly<Record<string, string>> => {
  const version = claimedVersion(message)
  if (version === null) return negotiated === null ? {} : { "mcp-protocol-version": negotiated }
  const { method } = message
  const name = namedBy(message)
  return {
    ...(isHeaderSafe(version) ? { "mcp-protocol-version": version } : {}),
    ...(method !== undefined && isHeaderSafe(method) ? { "mcp-method": method } : {}),
    ...(typeof name === "string" ? { "mcp-name": headerText(name) } : {})
  }
}
