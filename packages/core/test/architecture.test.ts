import { readdirSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { describe, expect, it } from "vitest"
import {
  cyclesOf,
  dependenciesOf,
  findModulesWithoutLayer,
  importCycles,
  readRelativeImports,
  readTree,
  violationOf
} from "../../../scripts/module-graph/imports.ts"
import { root } from "../../../scripts/root.ts"

const { files, imports } = readTree(root)

const importsOf = (folder: string) => imports.filter(({ from }) => from.startsWith(`${folder}/`))

/** Every import of a folder that leaves it and is not allowed, as `file -> what`. */
const offenders = (folder: string, allowed: ReadonlyArray<RegExp>) =>
  importsOf(folder)
    .filter(({ to }) => !to.startsWith(`${folder}/`))
    .filter(({ module }) => !allowed.some((pattern) => pattern.test(module)))
    .map(({ from, module }) => `${from} -> ${module}`)

const filesWith = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

const sourceAndTest = (name: string) =>
  readdirSync(join(root, "packages", name), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^(src|test)$/.test(entry.name))
    .map((entry) => join("packages", name, entry.name))

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.name === "node_modules" || entry.name.startsWith(".")
      ? []
      : entry.isDirectory()
        ? [join(folder, entry.name), ...filesBelow(join(folder, entry.name))]
        : [join(folder, entry.name)]
  )

/** `audit-trail.test.ts`; a migration's number is set off as its loader wants it; a README is found by its name. */
const kebab = (path: string): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(basename(path)) ||
  /\/migrations\/\d{4}_[a-z0-9_]+\.ts$/.test(path) ||
  basename(path) === "README.md"

describe("layers", () => {
  it("every module has a layer", () => {
    expect(findModulesWithoutLayer({ files, imports })).toEqual([])
  })

  it("no import goes up, sideways, or into another feature's inside", () => {
    const wrong = imports
      .map((each) => ({ ...each, why: violationOf(each) }))
      .filter(({ why }) => why !== null)
      .map(({ from, to, why }) => `${from} -> ${to} ${why}`)
    expect([...new Set(wrong)]).toEqual([])
  })

  it("features have no import cycle", () => {
    expect(cyclesOf(dependenciesOf({ files, imports }))).toEqual([])
  })
})

/** Every file and library that a file loads, also through other files. */
const loadedBy = (file: string, loaded = new Set<string>()): ReadonlySet<string> => {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const { from, to } of imports) if (from === file) loadedBy(to, loaded)
  return loaded
}

it("a thread for untrusted text loads its parser alone, so it starts in a moment", () => {
  const jobs = files.flatMap(({ path, text }) =>
    [...text.matchAll(/= isolatedJob<[^(]+\(\s*import\.meta\.url,\s*"\.\/([^"]+)"/g)].map(([, module]) =>
      join(path, "..", module!)
    )
  )
  expect(jobs.length).toBeGreaterThan(5)
  const loaded = new Set(jobs.flatMap((file) => [...loadedBy(file)]))
  const libraries = [...loaded].filter((one) => !/^core\/src|^node:/.test(one))
  expect(libraries.toSorted()).toEqual(["domhandler", "htmlparser2", "tldts"])
  expect([...loaded].filter((one) => /^core\/src\/contract\/(?!values\/invisible)/.test(one))).toEqual([])
})

describe("imports point one way", () => {
  it("the contract knows effect alone", () => {
    expect(offenders("core/src/contract", [/^effect$/])).toEqual([])
  })

  it("core knows no HTTP framework, no MCP, no host", () => {
    const core = importsOf("core/src").filter(({ module }) =>
      /^(hono|@hono|@modelcontextprotocol|@adwarden)/.test(module)
    )
    expect(core).toEqual([])
  })

  it("hosts know core and their own framework", () => {
    const host = [/^@adwarden\/(core|http-host)/, /^effect$/, /^hono/, /^@hono/, /^node:/]
    expect(
      offenders("http-host/src", [/^@adwarden\/core/, /^effect$/, /^hono/, /^marked$/, /^node:/])
    ).toEqual([])
    expect(offenders("rest/src", host)).toEqual([])
    expect(offenders("mcp/src", [...host, /^@modelcontextprotocol\/server/])).toEqual([])
  })

  it("the client imports nothing at run time, and effect only in the flavour that is named after it", () => {
    const inEffect = (path: string) => /^client\/src\/(generated\/)?effect[/.-]/.test(path)
    const foreign = importsOf("client/src").filter(({ module }) => !module.startsWith("."))
    expect(foreign.filter(({ from, module }) => module !== "effect" || !inEffect(from))).toEqual([])
    const intoEffect = importsOf("client/src").filter(({ from, to }) => inEffect(to) && !inEffect(from))
    expect(intoEffect).toEqual([])
  })

  it("the command of people without a server knows the client and no part of the service", () => {
    const light = [/^@adwarden\/client/, /^get-east-asian-width$/, /^oauth4webapi$/, /^node:/]
    expect(offenders("cli/src", light)).toEqual([])
  })

  it("the embedded Postgres knows no other package of ours", () => {
    expect(offenders("embedded-postgres/src", [/^effect$/, /^pg$/, /^node:/])).toEqual([])
  })

  it("nothing leaves a package but by another's name", () => {
    const outside = imports.filter(
      ({ from, to, module }) => module.startsWith(".") && !to.startsWith(`${from.split("/")[0]}/src/`)
    )
    expect(outside).toEqual([])
  })
})

describe("no import cycles between files", () => {
  it("finds a cycle of two files and of three, by types alone too", () => {
    const arrow = (from: string, to: string) => ({ from, to, module: to })
    const imports = [
      arrow("a", "b"),
      arrow("b", "a"),
      arrow("c", "a"),
      arrow("d", "e"),
      arrow("e", "f"),
      arrow("f", "d")
    ]
    expect(importCycles(imports)).toEqual([
      ["a", "b"],
      ["d", "e", "f"]
    ])
  })

  it("has none in any package", () => {
    expect(importCycles(imports)).toEqual([])
  })

  it("has none in tests, scripts and benches", () => {
    expect(importCycles(readRelativeImports(root))).toEqual([])
  })
})

describe("only the pipeline creates clearances", () => {
  const outside = (paths: ReadonlyArray<string>) =>
    paths.filter((path) => !path.startsWith("core/src/pipeline/") && path !== "core/src/request/clearance.ts")

  it("by the function that creates them", () => {
    expect(filesWith(/\bmintClearance\b/)).not.toEqual([])
    expect(outside(filesWith(/\bmintClearance\b/))).toEqual([])
  })

  it("or by a type assertion", () => {
    expect(outside(filesWith(/\bas (unknown as )?(Organization)?Clearance(For)?\b/))).toEqual([])
  })
})

describe("files are easy to find", () => {
  it("file names are kebab-case", () => {
    const places = ["bench", "docs", "scripts", ...readdirSync(join(root, "packages")).flatMap(sourceAndTest)]
    const names = places.flatMap((place) => filesBelow(join(root, place))).filter((path) => !kebab(path))
    expect(names.map((path) => relative(root, path))).toEqual([])
  })

  it("nothing is any", () => {
    const anys = files.filter(({ text }) =>
      /(:|as|<)\s*any\b/.test(text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, ""))
    )
    expect(anys.map(({ path }) => path)).toEqual([])
  })
})
