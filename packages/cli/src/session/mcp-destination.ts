import type { FindDestination } from "@adwarden/mcp/stdio"
import { Refusal } from "../refusal.ts"
import { isProtected, resourceOf } from "./addresses.ts"
import { type IdentityOptions, identify } from "./identity.ts"
import type { Environment } from "./private-file.ts"

/** In one text: a client shows it to its person as it is. */
const toSingleError = (error: unknown): Error =>
  error instanceof Refusal && error.next !== null
    ? new Error(`${error.message} Run: ${error.next}`)
    : (error as Error)

/** Where the messages of `adwarden mcp` go and as whom: with a key of the environment, or a login for MCP. */
export const mcpDestination =
  (given: IdentityOptions, env: Environment = process.env): FindDestination =>
  async (asked) => {
    try {
      const identity = await identify(given, "mcp", env)
      const url = resourceOf(identity.url, "mcp")
      const token = identity.by === "key" ? identity.apiKey : await identity.token(asked)
      const { host } = new URL(url)
      const warning = isProtected(new URL(url))
        ? null
        : `The key goes to ${host} unencrypted. Use https where you can.`
      return { url, token, warning }
    } catch (error) {
      throw toSingleError(error)
    }
  }
