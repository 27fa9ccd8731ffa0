import { type SettingsShape, version } from "@adwarden/core"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"
import { instructions } from "./instructions.ts"

/** Compiling validators is expensive, and a server creates its own unless it gets one. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Lets the SDK respond to the protocol's own requests: initialize, ping, and everything that we do not offer. Each
 * request has its own server, because nothing is stored between requests and any host can respond.
 */
export const makeSdkResponder = (settings: Pick<SettingsShape, "appUrl">) => {
  const info = { name: "adwarden", title: "Adwarden", version, websiteUrl: settings.appUrl }
  const options = {
    capabilities: { tools: {}, prompts: {}, completions: {} },
    instructions,
    jsonSchemaValidator
  }

  return async (message: JSONRPCRequest): Promise<string> => {
    const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
    const responsePromise = new Promise<JSONRPCMessage>((resolve) => {
      clientTransport.onmessage = resolve
    })
    await new Server(info, options).connect(serverTransport)
    await clientTransport.send(message)
    const response = await responsePromise
    await clientTransport.close()
    return JSON.stringify(response)
  }
}
