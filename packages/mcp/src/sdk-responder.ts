import { type SettingsShape, version } from "@adwarden/core"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"
import { instructions } from "./instructions.ts"

/** Compiling validators is dear, and a server makes its own unless it is given one. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Lets the SDK answer a request of the protocol itself: initialize, ping, and all that we do not offer.
 * Every request has a server of its own, as nothing is kept between requests; any host can answer any.
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
