import { once } from "node:events"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll } from "vitest"

/** Passes everything on as it is, with a credential added: for clients that cannot send one. */
export const bearerProxy = async (target: string, key: string): Promise<string> => {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const onward = request(target, { method: incoming.method ?? "GET", headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on("error", () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterAll(() => {
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/mcp`
}
