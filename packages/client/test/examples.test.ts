import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { restApp } from "@adwarden/rest"
import { transform } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { compileCache } from "../../core/test/support/programs.ts"
import { startWorker } from "../../core/test/support/workers.ts"
import { Adwarden } from "../src/index.ts"
import { serveRest } from "./support/host.ts"
import { referenceExamples } from "./support/reference-examples.ts"

const demo = await runOnPlatform()
const { baseUrl } = await serveRest({ app: await demo.run(restApp), keys: demo.keys })
const stop = await startWorker(demo)
afterAll(stop)

const directory = fileURLToPath(new URL("../", import.meta.url))

/** Returns the output of an example, run as a reader would run it. */
const run = (args: ReadonlyArray<string>, organization: string, env: Readonly<Record<string, string>> = {}) =>
  new Promise<string>((resolve, reject) => {
    const given = { ADWARDEN_URL: baseUrl, ADWARDEN_API_KEY: demo.keys[organization]!.owner!, ...env }
    const options = { cwd: directory, env: { PATH: process.env["PATH"] ?? "", ...compileCache(), ...given } }
    execFile(process.execPath, args, options, (error, out, err) => {
      if (error === null) resolve(out)
      else reject(new Error(`${out}${err}`))
    })
  })

describe("examples", () => {
  const examples: Readonly<
    Record<string, { readonly organization: string; readonly prints: ReadonlyArray<RegExp> }>
  > = {
    "change-a-budget.ts": {
      organization: "northwind",
      prints: [
        /"budget":\{"from":100,"to":105\}/,
        /Done\. \d+ writes are left/,
        /Undone: .*100/,
        /at most 125/
      ]
    },
    "pause-and-wait.ts": {
      organization: "northwind",
      prints: [/boiler-repair is paused in Adwarden and in the ad platform/]
    },
    "wait-for-approval.ts": {
      organization: "fabrikam",
      prints: [/It waits for approval/, /Not decided yet/]
    },
    "morning-round.ts": { organization: "northwind", prints: [/Northwind.*: \d+ of \d+ USD a month/] },
    "with-effect.ts": { organization: "northwind", prints: [/: at most \d+/] }
  }

  it("all have a test here", () => {
    expect(readdirSync(`${directory}examples`).sort()).toEqual(Object.keys(examples).sort())
  })

  it.each(Object.keys(examples))("%s prints the expected output", async (name) => {
    const { organization, prints } = examples[name]!
    const printed = await run([`examples/${name}`], organization, { PATIENCE: "2" })
    for (const line of prints) expect(printed).toMatch(line)
  })
})

describe("README snippets", () => {
  const output = mkdtempSync(join(tmpdir(), "adwarden-snippets-"))
  afterAll(() => rmSync(output, { recursive: true, force: true }))
  const texts = ["../../README.md", "README.md"].map((file) => readFileSync(`${directory}${file}`, "utf8"))
  const text = texts.join("\n")
  const snippets = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)

  /** Later snippets of a README use the client of the first one. */
  const withClient = (snippet: string): string =>
    snippet.includes("AdwardenClient") || snippet.includes("new Adwarden(")
      ? snippet
      : `import { Adwarden } from "@adwarden/client"\nconst client = new Adwarden({ baseUrl: "http://localhost:4280", apiKey: process.env.ADWARDEN_API_KEY })\n${snippet}`

  it.each(snippets.map((snippet, n) => [n + 1, withClient(snippet)] as const))(
    "snippet %i works",
    async (_, snippet) => {
      expect(snippets.length).toBeGreaterThan(6)
      const here = snippet
        .replaceAll("http://localhost:4280", baseUrl.replace("/v1", ""))
        .replaceAll('"audit.csv"', JSON.stringify(join(output, "audit.csv")))
      const { code } = await transform(here, { loader: "ts", format: "esm", target: "es2022" })
      await run(["--input-type=module", "--eval", code], "northwind")
    }
  )

  it("write the whole audit trail into a file", () => {
    expect(readFileSync(join(output, "audit.csv"), "utf8")).toMatch(
      /^id,at,request_id,[\s\S]*\n.*campaigns\./
    )
  })
})

describe("examples of the reference", () => {
  // In fabrikam, changes wait for approval.
  const inFabrikam = new Set(["queued_writes.get", "queued_writes.list", "queued_writes.withdraw"])

  // Reports are read only after one has been written.
  beforeAll(async () => {
    const client = new Adwarden({ baseUrl, apiKey: demo.keys["northwind"]!.owner! })
    const { task_tracking_id } = await client.reports.generate("weekly")
    await client.tasks.wait(task_tracking_id)
  })

  it.each(Object.keys(referenceExamples))("%s runs and prints something", async (name) => {
    const organization = inFabrikam.has(name) ? "fabrikam" : "northwind"
    const client = new Adwarden({ baseUrl, apiKey: demo.keys[organization]!.owner! })
    const printed: Array<unknown> = []
    await referenceExamples[name]!(client, { log: (...values) => void printed.push(values) })
    expect(printed.length).toBeGreaterThan(0)
  })
})
