import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

/** The SDK's client, connected over real HTTP with a key. */
export const clientOf = async (url: string, key: string): Promise<Client> => {
  const client = new Client({ name: "test", version: "1.0.0" })
  // The transport's type conflicts with exactOptionalPropertyTypes.
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } }
    }) as Parameters<Client["connect"]>[0]
  )
  return client
}
