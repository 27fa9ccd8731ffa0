import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { compileCache } from "../../../core/test/support/programs.ts"
import { until } from "../../../core/test/support/until.ts"
import { programOf } from "../../../mcp/test/support/external-program.ts"
import { answerConsent, startAllSurfaces } from "./support/all-surfaces.ts"

const service = await startAllSurfaces()
const program = programOf("@modelcontextprotocol/inspector", "mcp-inspector")
const home = await mkdtemp(join(tmpdir(), "adwarden-inspector-"))
afterAll(() => rm(home, { recursive: true, force: true }))

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

const inspect = (port: number, ...args: ReadonlyArray<string>) => {
  const child = spawn(
    process.execPath,
    [
      ...[program, "--cli", `${service.mcpUrl}/mcp`, "--transport", "http", "--format", "json"],
      ...["--connect-timeout", "0", "--callback-url", `http://127.0.0.1:${port}/oauth/callback`, ...args]
    ],
    {
      cwd: home,
      env: {
        PATH: process.env["PATH"],
        ...compileCache(),
        HOME: home,
        MCP_INSPECTOR_SECRET_STORE: "file",
        NO_COLOR: "1",
        // Without a terminal it needs this permission to open a browser.
        MCP_AUTO_OPEN_ENABLED: "true",
        BROWSER: "true"
      }
    }
  )
  const said = { out: "", err: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.err += text
  })
  return { said, ended: once(child, "close").then(([code]) => code as number), child }
}

/** Starts with only the URL of the MCP server: discovery, registration, consent, tokens, and later their renewal. */
it("the Inspector signs a person in, calls a tool, and does so again with the stored tokens", async () => {
  const call = ["--method", "tools/call", "--tool-name", "svc_list_organizations"]
  const port = await freePort()
  const first = inspect(port, ...call)
  const address = () =>
    /https?:\/\/\S+\/oauth\/authorize\?[^\s"]+/.exec(`${first.said.err}${first.said.out}`)?.[0]
  await until(`the Inspector names an address`, () => {
    if (first.child.exitCode !== null) throw new Error(`It ended: ${first.said.err}${first.said.out}`)
    return address() !== undefined
  })
  const { page, to } = await answerConsent(await service.signedIn(), address()!)
  expect(page.text).toContain("Connect <bdi>")
  expect(to).toMatch(new RegExp(`^http://127.0.0.1:${port}/oauth/callback\\?code=`))
  expect((await fetch(to!)).status).toBe(200)
  expect([await first.ended, first.said.out]).toEqual([0, expect.stringContaining("northwind")])

  const again = inspect(port, "--stored-auth-only", ...call)
  expect([await again.ended, again.said.out]).toEqual([0, expect.stringContaining("northwind")])
})
