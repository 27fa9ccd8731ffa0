import { readFileSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import { allResolutionModes, packageProblems, typeProblems } from "../../../scripts/release/faults.ts"
import { isLong } from "../../core/test/support/counts.ts"
import { runRest } from "./support/host.ts"
import { freshProject, pack } from "./support/packed.ts"

const rest = await runRest()
const packed = await pack()
const project = freshProject(packed.directory, packed.tarball)
afterAll(packed.remove)
const env = { ADWARDEN_URL: rest.baseUrl, ADWARDEN_API_KEY: rest.keys["northwind"]!.owner! }

describe("the package", () => {
  it("contains only published files", () => {
    expect(
      packed.files.filter((path) => !/^(README\.md|package\.json|LICENSE|dist\/(esm|cjs)\/)/.test(path))
    ).toEqual([])
    expect(project.manifest).not.toHaveProperty("dependencies")
    expect(packed.files.filter((path) => !/\.(js|js\.map|d\.ts|json|md)$/.test(path))).toEqual([])
    for (const path of [
      "README.md",
      "dist/esm/index.js",
      "dist/cjs/index.js",
      "dist/cjs/effect/index.d.ts"
    ]) {
      expect(packed.files).toContain(path)
    }
  })

  it("has source maps with their sources, so that stack traces and debuggers show TypeScript", () => {
    expect(packed.files).toContain("dist/esm/adwarden.js.map")
    project.write("map.mjs", "new (await import('@adwarden/client')).Adwarden()")
    return expect(project.node(["--enable-source-maps", "map.mjs"])).resolves.toMatch(
      /runtime\/credentials\.ts:\d+[\s\S]*ADWARDEN_API_KEY/
    )
  })

  it("states the oldest compiler that its types are tested with", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const { version } = JSON.parse(
      readFileSync(new URL("../../../node_modules/typescript-oldest/package.json", import.meta.url), "utf8")
    ) as { readonly version: string }
    expect(readme).toContain(`TypeScript ${version.replace(/\.\d+$/, "")}`)
  })

  it.runIf(isLong)("passes publint", async () => {
    expect(await packageProblems(packed.bytes)).toEqual([])
  })

  it.runIf(isLong)("has correct types for every module resolution", async () => {
    expect(await typeProblems(packed.bytes, allResolutionModes)).toEqual([])
  })
})

describe("in a fresh project", () => {
  it("can be imported and required, and both copies share responses", async () => {
    project.write(
      "main.mjs",
      `import { createRequire } from "node:module"
import * as imported from "@adwarden/client"
import { operations } from "@adwarden/client/operations"
const require = createRequire(import.meta.url)
const required = { ...require("@adwarden/client"), ...require("@adwarden/client/operations") }
for (const { Adwarden, NotFoundError, operations: table } of [{ ...imported, operations }, required]) {
  const client = new Adwarden({ baseUrl: process.env.ADWARDEN_URL, apiKey: process.env.ADWARDEN_API_KEY })
  const preview = await client.campaigns.update("boiler-repair", { budget: 104 })
  const error = await client.campaigns.get("no-such").catch((thrown) => thrown)
  let rows = 0
  for await (const _ of client.campaigns.list({ limit: 5 })) rows++
  const operation = table.find(({ name }) => name === "campaigns.get")
  const { status } = imported.responseOf(preview)
  console.log(JSON.stringify([preview.outcome, error instanceof NotFoundError, rows, operation.kind, status]))
}
console.log(imported.Adwarden === required.Adwarden)`
    )
    const printed = JSON.stringify(["previewed", true, 12, "read", 200])
    expect(await project.node(["main.mjs"], env)).toBe(`${printed}\n${printed}\nfalse`)
  })

  const typed = `
const client = new Adwarden({ apiKey: "svc_live_x", organization: "northwind" })
export const change = async (budget: number): Promise<string> => {
  const preview = await client.campaigns.update("boiler-repair", { budget })
  const done = await preview.execute()
  return done.outcome === "held" ? done.queued_recommendation_id : (done.action_id ?? "nothing to do")
}
export const tell = (error: AnyAdwardenError): number | undefined =>
  error.code === "budget_cap_exceeded" ? error.allowed_max : undefined
`
  const imports = `import { Adwarden, type AnyAdwardenError } from "@adwarden/client"\n`

  const projects = [
    [
      "node16",
      ["types.mts", "types.cts"],
      { module: "node16", exactOptionalPropertyTypes: true },
      "typescript"
    ],
    ["bundler", ["types.ts"], { module: "esnext", moduleResolution: "bundler" }, "typescript"],
    [
      "node10, by the oldest supported compiler",
      ["old.ts"],
      { module: "commonjs", moduleResolution: "node10" },
      "typescript-oldest"
    ]
  ] as const
  it.each(isLong ? projects : projects.slice(0, 1))(
    "is type-checked as %s",
    async (_, files, options, compiler) => {
      for (const file of files) project.write(file, `${imports}${typed}`)
      expect(await project.tsc(files, options, compiler)).toBe("")
    }
  )

  it("has the Effect client for projects with Effect", async () => {
    project.addEffect()
    const text = `import { AdwardenClient } from "@adwarden/client/effect"
import { Effect, Stream } from "effect"
const program = Effect.gen(function* () {
  const client = yield* AdwardenClient
  const preview = yield* client.campaigns.update("boiler-repair", { budget: 104 })
  const rows = yield* Stream.runCount(client.campaigns.list({ limit: 5 }))
  const missing = yield* client.campaigns.get("no-such").pipe(
    Effect.catchTag("not_found", (error) => Effect.succeed({ slug: error.code }))
  )
  return JSON.stringify([preview.outcome, rows, missing.slug])
})
Effect.runPromise(Effect.provide(program, AdwardenClient.layerConfig)).then(console.log)
`
    project.write("effect.mts", text)
    project.write("effect.mjs", text)
    expect(await project.node(["effect.mjs"], env)).toBe('["previewed",12,"not_found"]')
  })

  // The test before installed Effect, which both need.
  it("compiles the Effect client and the snippets of the README", async () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const snippets = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)
    const client = `import { Adwarden } from "@adwarden/client"\nconst client = new Adwarden({ apiKey: "" })\n`
    const files = snippets.map((snippet, n) => {
      const isWhole = /new Adwarden\(|AdwardenClient/.test(snippet)
      project.write(`snippet-${n}.mts`, `${isWhole ? "" : client}${snippet}`)
      return `snippet-${n}.mts`
    })
    const options = { module: "nodenext", skipLibCheck: true, types: ["node"] }
    expect(await project.tsc(["effect.mts", ...files], options)).toBe("")
  })
})
