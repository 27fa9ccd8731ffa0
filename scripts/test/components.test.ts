import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../module-graph/output-files.ts"
import { bomOf } from "../release/bom.ts"
import { components, licenseProblems } from "../release/components.ts"

const shipped = components(true)

it("every dependency has an allowed license", () => {
  expect(licenseProblems(shipped, true)).toEqual([])
  expect(licenseProblems(components(false), false)).toEqual([])
})

it("rejects a license that asks for more, unless an allowed one is offered too", () => {
  const component = (license: string) => ({ name: "other", version: "1.0.0", license, integrity: null })
  expect(licenseProblems([component("GPL-3.0-only"), component("MPL-2.0")], true)).toHaveLength(2)
  expect(licenseProblems([component("AGPL-3.0 OR MIT"), component("MPL-2.0")], false)).toEqual([])
  expect(licenseProblems([component("Unknown")], false)).toEqual(["other@1.0.0: Unknown"])
})

it("the bill of materials has every shipped package once, with the hash of the lockfile", () => {
  const { components: listed } = bomOf([{ name: "@adwarden/core", version: "1.2.3" }], shipped)
  expect(listed).toHaveLength(shipped.length + 1)
  expect(new Set(listed.map(({ purl }) => purl)).size).toBe(listed.length)
  expect(listed[0]!.purl).toBe("pkg:npm/%40adwarden/core@1.2.3")
  const names = shipped.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["effect", "hono", "pg", "@modelcontextprotocol/sdk"]))
  expect(names).not.toContain("vitest")
  expect(shipped.filter(({ integrity }) => integrity === null)).toEqual([])
})

it("updates leave out the versions that a decision leaves out", () => {
  const record = readFileSync(join(root, "docs/decisions/2026-11-16-dependency-lines.md"), "utf8")
  const exceptions = [...record.matchAll(/^\| ([@a-z][\w@/-]*) \| \d/gm)].map(([, name]) => name!)
  expect(exceptions.length).toBeGreaterThan(4)
  const { packageRules } = JSON.parse(readFileSync(join(root, "renovate.json"), "utf8")) as {
    readonly packageRules: ReadonlyArray<{
      readonly matchPackageNames?: ReadonlyArray<string>
      readonly matchDepNames?: ReadonlyArray<string>
      readonly allowedVersions?: string
      readonly enabled?: boolean
    }>
  }
  const limited = packageRules
    .filter(({ allowedVersions, enabled }) => allowedVersions !== undefined || enabled === false)
    .flatMap(({ matchDepNames = [], matchPackageNames = [] }) => [...matchDepNames, ...matchPackageNames])
  expect(limited.toSorted()).toEqual(exceptions.toSorted())
})
