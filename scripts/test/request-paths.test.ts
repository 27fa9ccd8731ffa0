import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../module-graph/output-files.ts"

const folder = join(root, "docs/architecture")
const page = readFileSync(join(folder, "request-paths.md"), "utf8")

const requestPaths = page
  .split(/^## /m)
  .slice(1)
  .map((section) => ({ name: section.split("\n")[0]!, text: section.slice(section.indexOf("\n")) }))

describe("the request paths in docs", () => {
  it("describe reads, writes, authentication, an authorization and a draft", () => {
    expect(requestPaths.map(({ name }) => name)).toEqual([
      "A read",
      "An executed write",
      "Its undo",
      "A launch",
      "Authenticating a caller",
      "An authorization up to its first tool call",
      "A draft"
    ])
  })

  it("link only existing files, labelled with their path", () => {
    const links = [...page.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, label, link]) => ({ label, link }))
    expect(links).not.toEqual([])
    const broken = links.filter(
      ({ label, link }) => link !== `../../${label}` || !existsSync(join(folder, link))
    )
    expect(broken).toEqual([])
  })

  it("link every file that they mention", () => {
    const unlinked = page.replaceAll(/\[[^\]]+\]\([^)]+\)/g, "").match(/\S+\/\S+\.ts\b/g)
    expect(unlinked).toBeNull()
  })

  it("count the files of a draft", () => {
    const { text } = requestPaths.find(({ name }) => name === "A draft")!
    const filesIn = (part: string) =>
      new Set([...part.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link)).size
    const [path, reading] = text.split("Reading the website:")
    const [, ofPath, ofReading] = /has (\d+) files, and reading the website has (\d+)/.exec(text)!
    expect([ofPath, ofReading]).toEqual([String(filesIn(path!)), String(filesIn(reading!))])
  })

  it("state how many files they pass, where they compare it with before", () => {
    const counted = requestPaths.flatMap(({ name, text }) => {
      const stated = /(\d+) files; \d+ before/.exec(text.replaceAll(/\s+/g, " "))?.[1]
      const files = new Set([...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link))
      return stated === undefined ? [] : [{ name, stated: Number(stated), files: files.size }]
    })
    expect(counted.map(({ name }) => name)).toContain("Authenticating a caller")
    expect(counted.filter(({ files, stated }) => files !== stated)).toEqual([])
  })

  it("have at least five steps", () => {
    const steps = requestPaths.map(({ name, text }) => [
      name,
      (text.match(/^\d+\. \[packages\//gm) ?? []).length
    ])
    expect(steps.filter(([, count]) => Number(count) < 5)).toEqual([])
  })
})
