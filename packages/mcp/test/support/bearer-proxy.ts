import { once } from "node:events"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer, text } from "node:stream/consumers"
import { afterFile } from "../../../core/test/support/after-file.ts"

/** The name in a message, which modern clients repeat in a header. */
const nameIn = (message: string): string | undefined =>
  message === "" ? undefined : (JSON.parse(message) as { params?: { name?: string } }).params?.name

/** Rewrites a request, and returns how to rewrite its response. */
export type Interpret = (message: string) => {
  readonly message: string
  readonly transformResponse?: (response: string) => string
}

const unchanged: Interpret = (message) => ({ message })

/** Forwards requests with a credential added, for clients that cannot send one, and optionally rewrites them. */
export const bearerProxy = async (
  target: string,
  key: string,
  interpret: Interpret = unchanged
): Promise<string> => {
  const server = createServer(async (incoming, outgoing) => {
    const received = (await buffer(incoming)).toString("utf8")
    const { transformResponse, message } = interpret(received)
    const name = message === received ? undefined : nameIn(message)
    const headers = {
      ...incoming.headers,
      ...(incoming.headers["mcp-name"] === undefined || name === undefined ? {} : { "mcp-name": name }),
      authorization: `Bearer ${key}`,
      "content-length": String(Buffer.byteLength(message))
    }
    const forwarded = request(target, { method: incoming.method ?? "GET", headers }, async (response) => {
      if (transformResponse === undefined) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
        return
      }
      const { "content-length": _, ...others } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, others)
      outgoing.end(transformResponse(await text(response)))
    })
    forwarded.on("error", () => outgoing.destroy())
    forwarded.end(message)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterFile(() => {
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/mcp`
}
