import { spawn } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import { type AddressInfo, createServer } from "node:net"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { compileCache } from "../../../core/test/support/programs.ts"
import { answerConsent, startAllSurfaces } from "./support/all-surfaces.ts"
import { registerAt } from "./support/raw-client.ts"

/** MCP's conformance suite prints the URL that a person opens, and waits. */
const { resolve } = createRequire(import.meta.url)
const manifest = resolve("@modelcontextprotocol/conformance/package.json")
const { bin } = createRequire(import.meta.url)(manifest) as { bin: Record<string, string> }
const program = join(dirname(manifest), bin["conformance"]!)

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

it("passes all scenarios of the conformance suite for authorization servers", async () => {
  const service = await startAllSurfaces()
  const clientId = await registerAt(service.origin, { redirect_uris: ["http://127.0.0.1/callback"] })
  const port = await freePort()
  const resource = `${service.mcpUrl}/mcp`
  const args = ["authorization", "--url", service.origin, "--client-id", clientId, "--resource", resource]
  const child = spawn(process.execPath, [program, ...args, "--port", String(port)], {
    env: { PATH: process.env["PATH"], ...compileCache(), NO_COLOR: "1" }
  })
  let printed = ""
  let asked = false
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk))
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk
    const url = /^http\S+\/oauth\/authorize\?\S+$/m.exec(printed)?.[0]
    if (asked || url === undefined) return
    asked = true
    void service
      .signedIn()
      .then((browser) => answerConsent(browser, url))
      .then(({ to }) => fetch(to!))
  })
  const [code] = await once(child, "close")
  expect(code, printed).toBe(0)
  expect(printed).toContain("authorization-server-metadata-endpoint")
  expect(printed).toContain("authorization-code-grant")
  expect(printed).not.toMatch(/✗|FAILURE|SKIPPED/)
})
