import { readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { describe, expect, it } from "vitest"

const packages = resolve(import.meta.dirname, "../..")

const filesBelow = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))

const importsOf = (file: string): ReadonlyArray<string> =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /^(?:import|export)\b[^"'`;]*?\bfrom "([^"]+)"|^import "([^"]+)"/gm
    )
  ].map((match) => (match[1] ?? match[2])!)

/** Every import of a folder that leaves it, as `file -> what`. */
const leaving = (folder: string): ReadonlyArray<readonly [string, string]> =>
  filesBelow(join(packages, folder)).flatMap((file) =>
    importsOf(file).flatMap((what) => {
      const target = what.startsWith(".") ? resolve(file, "..", what) : what
      const inside = target.startsWith(join(packages, folder))
      return inside
        ? []
        : [[relative(packages, file), what.startsWith(".") ? relative(packages, target) : what] as const]
    })
  )

const offenders = (folder: string, allowed: ReadonlyArray<RegExp>) =>
  leaving(folder)
    .filter(([, what]) => !allowed.some((pattern) => pattern.test(what)))
    .map(([file, what]) => `${file} -> ${what}`)

describe("imports point one way", () => {
  it("the contract knows effect alone", () => {
    expect(offenders("core/src/contract", [/^effect$/])).toEqual([])
  })

  it("core knows no HTTP framework, no MCP, no host", () => {
    const core = leaving("core/src").filter(([, what]) =>
      /^(hono|@hono|@modelcontextprotocol|@adwarden)/.test(what)
    )
    expect(core.map(([file, what]) => `${file} -> ${what}`)).toEqual([])
  })

  it("hosts know core and their own framework", () => {
    expect(offenders("rest/src", [/^@adwarden\/core/, /^effect$/, /^hono/, /^@hono/, /^node:/])).toEqual([])
    expect(
      offenders("mcp/src", [
        /^@adwarden\/core/,
        /^effect$/,
        /^hono/,
        /^@hono/,
        /^@modelcontextprotocol\/sdk/,
        /^node:/
      ])
    ).toEqual([])
  })

  it("nothing leaves a package but by another's name", () => {
    for (const name of readdirSync(packages)) {
      const outside = leaving(`${name}/src`).filter(([, what]) => /^\w+\/(src|test)\//.test(what))
      expect(outside).toEqual([])
    }
  })

  it("only the pipeline mints clearances, and only it takes handlers", () => {
    const users = filesBelow(join(packages, "core/src")).filter((file) =>
      /\bmintClearance\b/.test(readFileSync(file, "utf8"))
    )
    expect(users.map((file) => relative(packages, file)).sort()).toEqual([
      "core/src/pipeline/admit.ts",
      "core/src/pipeline/authorize.ts",
      "core/src/pipeline/clearance.ts",
      "core/src/pipeline/enter.ts"
    ])
    const takers = filesBelow(join(packages, "core/src")).filter((file) =>
      /\bHandlers\b/.test(readFileSync(file, "utf8"))
    )
    expect(takers.map((file) => relative(packages, file)).sort()).toEqual([
      "core/src/core.ts",
      "core/src/pipeline/handlers.ts",
      "core/src/pipeline/pipeline.ts"
    ])
  })
})

describe("rooms are small", () => {
  /** Past 250 lines a file needs a reason here. */
  const reasons: Record<string, string> = {}

  it("no source file is past 250 lines", () => {
    const large = readdirSync(packages)
      .flatMap((name) => filesBelow(join(packages, name, "src")))
      .filter((file) => readFileSync(file, "utf8").split("\n").length > 250)
      .map((file) => relative(packages, file))
    expect(large.filter((file) => !(file in reasons))).toEqual([])
  })

  it("nothing is any", () => {
    const anys = readdirSync(packages)
      .flatMap((name) => filesBelow(join(packages, name, "src")))
      .filter((file) =>
        /(:|as|<)\s*any\b/.test(readFileSync(file, "utf8").replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, ""))
      )
    expect(anys.map((file) => relative(packages, file))).toEqual([])
  })
})
