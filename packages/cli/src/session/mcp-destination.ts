import type { FindDestination } from "../mcp-bridge/index.ts"
import { Refusal } from "../refusal.ts"
import { isProtected, resourceOf } from "./addresses.ts"
import { type IdentityOptions, identify } from "./identity.ts"
import type { Environment } from "./private-file.ts"

/** One message, which a client shows unchanged. */
const toSingleError = (error: unknown): Error =>
  error instanceof Refusal && error.next !== null
    ? new Error(`${error.message} Run: ${error.next}`)
    : (error as Error)

/** The URL and credential of `adwarden mcp`: an API key from the environment, or a login for MCP. */
export const mcpDestination =
  (given: IdentityOptions, env: Environment = process.env): FindDestination =>
  async (request) => {
    try {
      const identity = await identify(given, "mcp", env)
      const url = resourceOf(identity.url, "mcp")
      const token = identity.by === "key" ? identity.apiKey : await identity.token(request)
      const { host } = new URL(url)
      const warning = isProtected(new URL(url))
        ? null
        : `The key is sent to ${host} unencrypted. Use https if possible.`
      return { url, token, warning }
    } catch (error) {
      throw toSingleError(error)
    }
  }
