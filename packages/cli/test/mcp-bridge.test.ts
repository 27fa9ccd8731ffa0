import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import type { Progress } from "@modelcontextprotocol/sdk/types.js"
import { describe, expect, it } from "vitest"
import { operations } from "../../core/src/contract/index.ts"
import { afterFile } from "../../core/test/support/after-file.ts"
import { compileCache, program } from "../../core/test/support/programs.ts"
import { until } from "../../core/test/support/until.ts"
import { auditBy } from "../../mcp/test/support/audit.ts"
import { programOf, runExternalProgram } from "../../mcp/test/support/external-program.ts"
import { startService } from "../../mcp/test/support/service.ts"
import { tasksOf } from "../../mcp/test/support/tasks.ts"

const service = await startService()
const tasks = tasksOf(service.run)
const key = service.keys["northwind"]!.owner!
const bin = program(new URL("../src/bin.ts", import.meta.url))
const environment = { ADWARDEN_URL: service.origin, ADWARDEN_API_KEY: key }

/** The SDK's client with the bridge as its server, and the bridge's messages for people. */
const overStdio = async (env: Record<string, string>) => {
  const client = new Client({ name: "desktop", version: "1.0.0" })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp"],
    env: { PATH: process.env["PATH"] ?? "", ...compileCache(), ...env },
    stderr: "pipe"
  })
  let said = ""
  transport.stderr!.on("data", (chunk) => {
    said += chunk
  })
  const connected = client.connect(transport as Parameters<Client["connect"]>[0])
  afterFile(() => client.close())
  return { client, connected, said: () => said }
}

/** Feeds the bridge line by line. */
const speakTo = async (env: Record<string, string>, lines: ReadonlyArray<unknown>) => {
  const child = spawn(process.execPath, [bin, "mcp"], {
    env: { PATH: process.env["PATH"] ?? "", ...compileCache(), ...env },
    stdio: "pipe"
  })
  let out = ""
  let err = ""
  child.stdout.on("data", (chunk) => {
    out += chunk
  })
  child.stderr.on("data", (chunk) => {
    err += chunk
  })
  for (const line of lines) child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`)
  child.stdin.end()
  const [code] = (await once(child, "close")) as [number]
  // stdout carries only the protocol: any other line would break a client.
  const told = out.split("\n").filter((line) => line !== "")
  return { code, told: told.map((line) => JSON.parse(line)), err }
}
const call = (id: number, name = "svc_list_organizations", args = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args }
})

describe("the SDK's client over stdio", async () => {
  const { client, connected, said } = await overStdio(environment)
  await connected

  it("reaches everything behind the URL: tools, results, errors, prompts, completions", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "adwarden" })
    const tools = operations.flatMap(({ tool }) => tool ?? [])
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(tools.sort())
    const found = await client.callTool({ name: "svc_list_organizations" })
    expect(found.structuredContent).toMatchObject({ organizations: [{ slug: "northwind" }] })
    const missing = await client.callTool({ name: "svc_get_campaign", arguments: { slug: "nothing-here" } })
    expect(missing.isError).toBe(true)
    await expect(client.callTool({ name: "svc_nothing" })).rejects.toMatchObject({ code: -32602 })
    expect((await client.getPrompt({ name: "weekly_review" })).messages).toHaveLength(1)
    const ref = { type: "ref/prompt" as const, name: "launch_checklist" }
    const { completion } = await client.complete({ ref, argument: { name: "campaign", value: "boiler" } })
    expect(completion.values).toEqual(["boiler-repair"])
    expect(said()).toContain(`to ${service.url}`)
    expect(said()).not.toContain(key)
  })

  it("receives progress, as over HTTP", async () => {
    const id = await tasks.begin("northwind", "Sending")
    const heard: Array<Progress> = []
    const onprogress = (progress: Progress) => {
      heard.push(progress)
      void tasks.complete(id)
    }
    const params = { name: "svc_get_task_status", arguments: { id, wait_seconds: 20 } }
    const result = await client.callTool(params, undefined, { onprogress })
    expect(result.structuredContent).toMatchObject({ status: "completed" })
    expect(heard[0]).toEqual({ message: "Sending", progress: 1 })
  })

  it.each<[what: string, env: Record<string, string>, message: RegExp]>([
    ["without a key", { ADWARDEN_URL: service.origin }, /ADWARDEN_API_KEY/],
    ["with an invalid key", { ...environment, ADWARDEN_API_KEY: `${key}x` }, /key/],
    ["with an invalid URL", { ...environment, ADWARDEN_URL: "ads" }, /--url or ADWARDEN_URL/],
    [
      "with an unreachable service",
      { ...environment, ADWARDEN_URL: "http://127.0.0.1:9" },
      /Cannot reach Adwarden at http:\/\/127\.0\.0\.1:9\/mcp/
    ]
  ])("%s gets a message with what to do", async (_, env, message) => {
    const { connected } = await overStdio(env)
    await expect(connected).rejects.toThrow(message)
  })
})

describe("the bridge", () => {
  it("responds to every request before it ends, and prints only messages", async () => {
    const { code, err, told } = await speakTo(environment, [
      "not JSON",
      "",
      "[]",
      { jsonrpc: "2.0", method: "notifications/initialized" },
      call(1),
      call(2, "svc_get_campaign", { slug: "boiler-repair" })
    ])
    expect(code).toBe(0)
    expect(told.filter(({ id }) => id === null)).toHaveLength(2)
    expect(told.find(({ id }) => id === 1)).toMatchObject({ result: { structuredContent: { total: 1 } } })
    expect(told.find(({ id }) => id === 2)).toMatchObject({
      result: { structuredContent: { slug: "boiler-repair" } }
    })
    expect(err.trim().split("\n")).toHaveLength(1)
  })

  it("reports an unreachable service to a model as a tool result", async () => {
    for (const env of [{ ...environment, ADWARDEN_URL: "http://127.0.0.1:9" }, { ADWARDEN_API_KEY: "" }]) {
      const { told } = await speakTo(env, [call(1)])
      expect(told).toMatchObject([{ id: 1, result: { isError: true, content: [{ type: "text" }] } }])
    }
    const { told } = await speakTo({ ...environment, ADWARDEN_API_KEY: "svc_live_nonsense" }, [call(1)])
    expect(JSON.parse(told[0].result.content[0].text)).toMatchObject({ error: { code: "unauthorized" } })
  })

  it("sends the key only to its own URL", async () => {
    const seen: Array<string | undefined> = []
    const elsewhere = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.end("<html>")
    }).listen(0, "127.0.0.1")
    const pointing = createServer((_, response) => {
      const { port } = elsewhere.address() as AddressInfo
      response.writeHead(307, { location: `http://127.0.0.1:${port}/mcp` }).end()
    }).listen(0, "127.0.0.1")
    await Promise.all([once(elsewhere, "listening"), once(pointing, "listening")])
    const at = (server: typeof elsewhere) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const redirected = await speakTo({ ...environment, ADWARDEN_URL: at(pointing) }, [call(1)])
    expect(redirected.told).toMatchObject([{ id: 1, result: { isError: true } }])
    expect(seen).toEqual([])
    const page = await speakTo({ ...environment, ADWARDEN_URL: at(elsewhere) }, [call(1)])
    expect(page.told[0].result.content[0].text).toContain("not as Adwarden does")
    elsewhere.close()
    pointing.close()
  })

  it("notifies the service of a cancelled request, and does not respond to it", async () => {
    const id = await tasks.begin("northwind", "Sending")
    const waited = async () =>
      (await auditBy(service.run, "adwarden-mcp-stdio")).filter(({ operation }) => operation === "tasks.get")
    const before = (await waited()).length
    const began = performance.now()
    const child = spawn(process.execPath, [bin, "mcp"], {
      env: { PATH: process.env["PATH"] ?? "", ...compileCache(), ...environment },
      stdio: "pipe"
    })
    let out = ""
    child.stdout.on("data", (chunk) => {
      out += chunk
    })
    const waiting = call(5, "svc_get_task_status", { id, wait_seconds: 20 })
    const params = { ...waiting.params, _meta: { progressToken: 1 } }
    child.stdin.write(`${JSON.stringify({ ...waiting, params })}\n`)
    await until("it waits", () => out.includes("notifications/progress"))
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } }
    child.stdin.write(`${JSON.stringify(cancelled)}\n`)
    await until("the service ended the waiting", async () => (await waited()).length > before)
    expect(performance.now() - began).toBeLessThan(19_000)
    child.stdin.end()
    await once(child, "close")
    expect(out).not.toContain('"id":5')
  })
})

describe("the Inspector over stdio", () => {
  it.each(["legacy", "modern"])("calls a tool, %s", async (era) => {
    const program = programOf("@modelcontextprotocol/inspector", "mcp-inspector")
    const server = [process.execPath, bin, "mcp"]
    const env = Object.entries(environment).flatMap(([name, value]) => ["-e", `${name}=${value}`])
    const inspect = (...args: ReadonlyArray<string>) =>
      runExternalProgram(program, [
        "--cli",
        ...env,
        ...server,
        "--protocol-era",
        era,
        "--format",
        "json",
        ...args
      ])
    const called = await inspect("--method", "tools/call", "--tool-name", "svc_list_organizations")
    expect([called.code, called.stdout]).toEqual([0, expect.stringContaining("northwind")])
  })
})
