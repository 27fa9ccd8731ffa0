import { type SettingsShape, version } from "@adwarden/core"
import { inWordsOf } from "@adwarden/core/contract"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"

export const instructions = inWordsOf(
  "mcp",
  `Adwarden manages search-ad campaigns within limits that its owners set.
- Start with {organizations.list}; a slug from there is the org of every other call. With an API key, "_" is its own organization.
- Writes that change a campaign preview by default: read the preview, then send the same call with dry_run false to execute it.
- approval_required is not a failure: the change waits for a person. Follow it with {queued_writes.get}, slowly, and do not send it again.
- Work that returns task_tracking_id goes on in the background: call {tasks.get} with wait_seconds until it is completed or failed.
- An executed change that returns action_id can be taken back with {actions.undo}.
- An error says what to do next in its message.`
)

/** Compiling validators is dear, and a server makes its own unless it is given one. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Lets the SDK answer a request of the protocol itself: initialize, ping, and all that we do not offer.
 * Every request has a server of its own, as nothing is kept between requests; any host can answer any.
 */
export const makeProtocol = (settings: Pick<SettingsShape, "appUrl">) => {
  const info = { name: "adwarden", title: "Adwarden", version, websiteUrl: settings.appUrl }
  const options = { capabilities: { tools: {} }, instructions, jsonSchemaValidator }

  return async (message: JSONRPCRequest): Promise<string> => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    const answered = new Promise<JSONRPCMessage>((resolve) => {
      ours.onmessage = resolve
    })
    await new Server(info, options).connect(theirs)
    await ours.send(message)
    const answer = await answered
    await ours.close()
    return JSON.stringify(answer)
  }
}
