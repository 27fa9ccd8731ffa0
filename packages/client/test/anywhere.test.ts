import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import type * as Client from "../src/index.ts"
import { runRest } from "./support/host.ts"

const rest = await runRest()

/** The globals that every browser, worker and edge runtime has, without Node's own. */
const webGlobals = () => ({
  AbortController,
  AbortSignal,
  Headers,
  ReadableStream,
  Response,
  TextDecoder,
  URL,
  URLSearchParams,
  clearTimeout,
  fetch,
  performance,
  setTimeout
})

/** Loads the client in an isolated context with only these globals. */
const clientIn = async (globals: object): Promise<typeof Client> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    bundle: true,
    format: "iife",
    globalName: "client",
    platform: "neutral",
    target: "es2022",
    write: false
  })
  const context = createContext(globals)
  runInContext(outputFiles[0]!.text, context)
  return runInContext("client", context) as typeof Client
}

const options = { baseUrl: rest.baseUrl, apiKey: rest.keys["northwind"]!.owner! }
const keysSent = (from: number) => rest.seen.slice(from).map(({ headers }) => headers["idempotency-key"])

describe("the client with web globals only", () => {
  it("reads, writes, lists and throws errors", async () => {
    const { Adwarden, NotFoundError } = await clientIn({ ...webGlobals(), crypto })
    const client = new Adwarden(options)
    const done = await (await client.campaigns.update("boiler-repair", { budget: 108 })).execute()
    expect(done.outcome).toBe("executed")
    expect((await client.campaigns.list({ limit: 4 }).all()).length).toBe(12)
    await expect(client.campaigns.get("no-such")).rejects.toBeInstanceOf(NotFoundError)
  })

  it.each([
    [
      "no randomUUID, as on a page without HTTPS",
      { crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) } }
    ],
    ["no crypto at all", {}]
  ])("creates idempotency keys with %s", async (_, more) => {
    const { Adwarden } = await clientIn({ ...webGlobals(), ...more })
    const sent = rest.seen.length
    const client = new Adwarden(options)
    for (const name of ["A", "B"]) await client.campaigns.update("boiler-repair", { name, dry_run: false })
    const [first, second] = keysSent(sent)
    expect([first, second]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/)
    ])
    expect(first).not.toBe(second)
  })

  it("does not override a browser's User-Agent", async () => {
    const navigator = { userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0" }
    const { Adwarden } = await clientIn({ ...webGlobals(), navigator })
    await new Adwarden({ ...options, userAgent: "page/1" }).organizations.get()
    expect(rest.seen.at(-1)!.headers["user-agent"]).not.toContain("adwarden-client")
  })
})
