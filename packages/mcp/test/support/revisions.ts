import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport as LegacyStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport as LegacyHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Server as LegacyServer } from "@modelcontextprotocol/sdk/server/index.js"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { createMcpHandler, Server } from "@modelcontextprotocol/server"
import { afterFile } from "../../../core/test/support/after-file.ts"

/**
 * The compatibility matrix of the specification (basic/versioning, 2026-07-28): what each kind of client gets from each
 * kind of server. Adwarden is a server of both eras.
 */
export type Speaks = "modern" | "both" | "legacy"

export const modernRevision = "2026-07-28"
export const legacyRevision = "2025-11-25"

type Row = readonly [client: Speaks, server: Speaks, revision: string | "fails"]
export const compatibilityMatrix: ReadonlyArray<Row> = [
  ["modern", "modern", modernRevision],
  ["modern", "legacy", "fails"],
  ["modern", "both", modernRevision],
  ["both", "modern", modernRevision],
  ["both", "legacy", legacyRevision],
  ["both", "both", modernRevision],
  ["legacy", "modern", "fails"],
  ["legacy", "both", legacyRevision],
  ["legacy", "legacy", legacyRevision]
]

interface Program {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env: Record<string, string>
}

/** How a client reaches its server: by HTTP with a key, or as a program. */
export type Way = { readonly url: string; readonly key: string } | Program

export interface Connection {
  readonly revision: string | undefined
  readonly callTool: (
    name: string,
    args?: Record<string, unknown>
  ) => Promise<Readonly<Record<string, unknown>>>
}

const clientInfo = { name: "matrix", version: "1.0.0" }
const modes = { modern: { pin: modernRevision }, both: "auto" } as const

const httpOptions = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } })
const programOptions = ({ command, args, env }: Program) => ({
  ...{ command, args: [...args], env },
  stderr: "ignore" as const
})

/** The SDK 2 client, which speaks the modern revision alone, or also the legacy ones. */
export const connectClient = async (
  speaks: "modern" | "both",
  way: Way,
  options: ClientOptions = {}
): Promise<Client> => {
  const client = new Client(clientInfo, { versionNegotiation: { mode: modes[speaks] }, ...options })
  afterFile(() => client.close())
  await client.connect(
    "url" in way
      ? new StreamableHTTPClientTransport(new URL(way.url), httpOptions(way.key))
      : new StdioClientTransport(programOptions(way))
  )
  return client
}

/** The SDK 1 client, which speaks the legacy revisions alone. */
const connectLegacy = async (way: Way): Promise<Connection> => {
  const client = new LegacyClient(clientInfo)
  afterFile(() => client.close())
  const transport =
    "url" in way
      ? new LegacyHttpTransport(new URL(way.url), httpOptions(way.key))
      : new LegacyStdioTransport(programOptions(way))
  let revision: string | undefined
  const setProtocolVersion = (version: string) => {
    revision = version
  }
  // The transport's type conflicts with exactOptionalPropertyTypes.
  const noted = Object.assign(transport, "url" in way ? {} : { setProtocolVersion })
  await client.connect(noted as unknown as Parameters<LegacyClient["connect"]>[0])
  return {
    revision: revision ?? ("protocolVersion" in transport ? transport.protocolVersion : undefined),
    callTool: (name, args = {}) => client.callTool({ name, arguments: args })
  }
}

export const connect = async (speaks: Speaks, way: Way): Promise<Connection> => {
  if (speaks === "legacy") return connectLegacy(way)
  const client = await connectClient(speaks, way)
  return {
    revision: client.getNegotiatedProtocolVersion(),
    callTool: (name, args = {}) => client.callTool({ name, arguments: args })
  }
}

const result = { content: [], structuredContent: { organizations: [{ slug: "northwind" }] } }
const serverInfo = { name: "other", version: "1.0.0" }
const capabilities = { tools: {} }

const serve = async (fetch: (request: Request) => Promise<Response>): Promise<string> => {
  const server = createAdaptorServer({ fetch }).listen(0, "127.0.0.1")
  await once(server, "listening")
  afterFile(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Servers of one era with the SDKs alone, where Adwarden speaks both. */
export const startOtherServers = async (): Promise<Readonly<Record<"modern" | "legacy", string>>> => {
  const modern = createMcpHandler(
    () => {
      const server = new Server(serverInfo, { capabilities })
      server.setRequestHandler("tools/call", () => result)
      return server
    },
    { legacy: "reject" }
  )
  const legacy = async (request: Request) => {
    const server = new LegacyServer(serverInfo, { capabilities })
    server.setRequestHandler(CallToolRequestSchema, () => result)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport as Parameters<LegacyServer["connect"]>[0])
    return transport.handleRequest(request)
  }
  return { modern: await serve(modern.fetch), legacy: await serve(legacy) }
}

/** A modern message, with what its client can do. */
export const modernMessage = (
  method: string,
  { _meta, ...params }: Readonly<Record<string, unknown>> = {},
  clientCapabilities: object = {}
) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": modernRevision,
      "io.modelcontextprotocol/clientCapabilities": clientCapabilities,
      ...(_meta as object)
    }
  }
})

/** The headers that repeat what a modern message says. */
export const modernHeaders = (method: string, name?: unknown): Record<string, string> => ({
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": modernRevision,
  "mcp-method": method,
  ...(typeof name === "string" ? { "mcp-name": name } : {})
})
