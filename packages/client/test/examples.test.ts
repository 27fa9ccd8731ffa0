import { execFile } from "node:child_process"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { restApp } from "@adwarden/rest"
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

const examples: Readonly<
  Record<string, { readonly organization: string; readonly prints: ReadonlyArray<RegExp> }>
> = {
  "change-a-budget.ts": {
    organization: "northwind",
    prints: [/"budget":\{"from":100,"to":105\}/, /Done\. \d+ writes are left/, /Undone: .*100/, /at most 125/]
  },
  "pause-and-wait.ts": {
    organization: "northwind",
    prints: [/boiler-repair is paused in Adwarden and in the ad platform/]
  },
  "wait-for-approval.ts": {
    organization: "fabrikam",
    prints: [/It waits for approval/, /Not decided yet/]
  },
  "morning-round.ts": { organization: "northwind", prints: [/Northwind.*: [\d.]+ of \d+ USD a month/] },
  "with-effect.ts": { organization: "northwind", prints: [/: at most \d+/] }
}

const snippets = ["../../README.md", "README.md"].flatMap((file) =>
  [...readFileSync(`${directory}${file}`, "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
    ([, code]) => code!
  )
)

/** Later snippets of a README use the client of the first one. */
const withClient = (snippet: string): string =>
  snippet.includes("AdwardenClient") || snippet.includes("new Adwarden(")
    ? snippet
    : `import { Adwarden } from "@adwarden/client"\nconst client = new Adwarden()\n${snippet}`

/** A reader's project, with the snippets as its files. */
const project = mkdtempSync(join(tmpdir(), "adwarden-snippets-"))
afterAll(() => rmSync(project, { recursive: true, force: true }))
const audit = join(project, "audit.csv")
mkdirSync(join(project, "node_modules", "@adwarden"), { recursive: true })
symlinkSync(directory, join(project, "node_modules", "@adwarden", "client"))
symlinkSync(join(directory, "node_modules", "effect"), join(project, "node_modules", "effect"))
const snippetFiles = snippets.map((snippet, n) => {
  const here = withClient(snippet)
    .replaceAll("http://localhost:4280", baseUrl.replace("/v1", ""))
    .replaceAll('"audit.csv"', JSON.stringify(audit))
  const file = join(project, `snippet-${n + 1}.mts`)
  writeFileSync(file, here)
  return file
})

/** Runs all programs in one process, which loads the client once, and returns the output of each. */
const outputs = new Map<string, string>()
beforeAll(async () => {
  const programs = [
    ...Object.entries(examples).map(([name, { organization }]) => ({
      name,
      file: `${directory}examples/${name}`,
      organization
    })),
    ...snippetFiles.map((file) => ({ name: basename(file), file, organization: "northwind" }))
  ]
  const lines = programs.map(
    ({ file, name, organization }) => `console.log("@@ ${name}")
process.env.ADWARDEN_API_KEY = "${demo.keys[organization]!.owner!}"
await import("${file}")`
  )
  const all = join(project, "all.mjs")
  writeFileSync(all, lines.join("\n"))
  const env = { PATH: process.env["PATH"] ?? "", ...compileCache(), ADWARDEN_URL: baseUrl, PATIENCE: "2" }
  const { stdout } = await promisify(execFile)(process.execPath, [all], { env })
  for (const part of stdout.split(/^@@ /m).slice(1)) outputs.set(part.split("\n", 1)[0]!, part)
})

describe("examples", () => {
  it("all have a test here", () => {
    expect(readdirSync(`${directory}examples`).sort()).toEqual(Object.keys(examples).sort())
  })

  it.each(Object.keys(examples))("%s prints the expected output", (name) => {
    for (const line of examples[name]!.prints) expect(outputs.get(name)).toMatch(line)
  })
})

describe("README snippets", () => {
  it("all run", () => {
    expect(snippets.length).toBeGreaterThan(6)
    expect([...outputs.keys()]).toEqual([
      ...Object.keys(examples),
      ...snippetFiles.map((file) => basename(file))
    ])
  })

  it("write the whole audit trail into a file", () => {
    expect(readFileSync(audit, "utf8")).toMatch(/^id,at,request_id,[\s\S]*\n.*campaigns\./)
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
