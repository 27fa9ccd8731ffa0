import { expect, it } from "vitest"
import { bomOf, components, licenseProblems } from "../release/components.ts"

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
  expect(names).toEqual(expect.arrayContaining(["effect", "hono", "pg", "@modelcontextprotocol/server"]))
  expect(names).not.toContain("vitest")
  expect(shipped.filter(({ integrity }) => integrity === null)).toEqual([])
})
