import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../root.ts"

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Packages that are used without an import, and how. */
const usedOtherwise: Readonly<Record<string, string>> = {
  "@biomejs/biome": "a command",
  "@changesets/cli": "a command",
  "@effect/experimental": "a peer of @effect/sql",
  "@modelcontextprotocol/conformance": "a command of a test",
  "@modelcontextprotocol/inspector": "a command of a test",
  "@types/d3-array": "types",
  "@types/d3-scale": "types",
  "@types/d3-shape": "types",
  "@types/node": "types",
  "@types/pg": "types",
  "google-ads-node": "its protocol files are read by a test",
  typescript: "a command",
  "typescript-oldest": "a command of a test"
}

const read = (path: string) => readFileSync(join(root, path), "utf8")
const sourceFiles = (folder: string) =>
  globSync("**/*.{ts,tsx,mjs,js}", {
    cwd: join(root, folder),
    exclude: ["**/node_modules/**", "**/dist/**"]
  }).map((file) => join(folder, file))

const importsOf = (text: string): ReadonlyArray<string> =>
  [
    ...text.matchAll(
      /(?:from\s+|import\s*\(?\s*|require(?:\.resolve)?\(\s*|resolve\(\s*)["']([^"'.][^"']*)["']/g
    )
  ].map(([, name]) => name!)

const manifests = ["package.json", ...globSync("{packages/*,bench}/package.json", { cwd: root })]

const unusedIn = (manifest: string): ReadonlyArray<string> => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(manifest)) as Manifest
  const folder = dirname(manifest)
  const files = folder === "." ? ["scripts", "packages", "bench"].flatMap(sourceFiles) : sourceFiles(folder)
  const imported = new Set(
    [...files, ...(folder === "." ? ["vitest.config.ts"] : [])].flatMap((file) => importsOf(read(file)))
  )
  const isImported = (name: string) =>
    [...imported].some((specifier) => specifier === name || specifier.startsWith(`${name}/`))
  return Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => usedOtherwise[name] === undefined && !isImported(name)
  )
}

describe("dependencies", () => {
  it.each(manifests)("of %s are all imported", (manifest) => {
    expect(unusedIn(manifest)).toEqual([])
  })

  it("are all declared by a package, if the catalog has them", () => {
    const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(read("pnpm-workspace.yaml"))![1]!
    const names = [...catalog.matchAll(/^ {2}"?([^":]+)"?: /gm)].map(([, name]) => name!)
    const declared = new Set(
      manifests.flatMap((manifest) => {
        const { dependencies, devDependencies } = JSON.parse(read(manifest)) as Manifest
        return Object.keys({ ...dependencies, ...devDependencies })
      })
    )
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !declared.has(name))).toEqual([])
  })

  it("finds imports of packages and their parts, and no relative ones", () => {
    const text =
      'import a from "one"\nimport "two"\nconst b = await import("three/part")\nimport c from "./four.ts"'
    expect(importsOf(text)).toEqual(["one", "two", "three/part"])
  })
})
