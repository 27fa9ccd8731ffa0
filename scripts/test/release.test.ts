import { execFileSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { changesets, newest, withVersion } from "../release/changelog.ts"
import { type Manifest, published } from "../release/published.ts"
import { root } from "../root.ts"

const folder = mkdtempSync(join(tmpdir(), "adwarden-release-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packages = published()
const copy = join(folder, "release")
const read = (file: string) => readFileSync(file, "utf8")

it("a release makes one version of all changesets, without a changelog in each package", () => {
  mkdirSync(copy)
  for (const file of ["package.json", "pnpm-workspace.yaml", ".changeset"]) {
    cpSync(join(root, file), join(copy, file), { recursive: true })
  }
  for (const directory of [
    ...packages.map((one) => one.directory),
    join(root, "packages/demo"),
    join(root, "bench")
  ]) {
    const target = join(copy, directory.slice(root.length), "package.json")
    cpSync(join(directory, "package.json"), target)
  }
  writeFileSync(
    join(copy, ".changeset", "a-test.md"),
    `---\n${packages.map(({ manifest }) => `"${manifest.name}": minor`).join("\n")}\n---\n\nA change that users notice.\n`
  )
  execFileSync("git", ["init", "--quiet"], { cwd: copy })
  const changeset = createRequire(import.meta.url).resolve("@changesets/cli/bin.js")
  execFileSync(process.execPath, [changeset, "version"], { cwd: copy, stdio: ["ignore", "ignore", "pipe"] })
  const versions = new Set<string>()
  for (const { directory, manifest } of packages) {
    const released = join(copy, directory.slice(root.length))
    const { version } = JSON.parse(read(join(released, "package.json"))) as Manifest
    expect([manifest.name, version]).not.toEqual([manifest.name, manifest.version])
    versions.add(version)
    expect(existsSync(join(released, "CHANGELOG.md"))).toBe(false)
  }
  expect(versions.size).toBe(1)
  expect(globSync(".changeset/*.md", { cwd: copy })).toEqual([".changeset/README.md"])
})

describe("the changelog", () => {
  const page = read(join(root, "CHANGELOG.md"))
  const day = "2026-11-20"

  it.runIf(page.includes("\n## Next\n"))(
    "has a written section for the next version, which takes the version as its heading",
    () => {
      const released = withVersion(page, "0.1.0", day, changesets())
      expect(released).toBe(page.replace("## Next", `## 0.1.0 (${day})`))
      expect(newest(released).split(/\s+/).length).toBeLessThan(1000)
    }
  )

  it("lists each changeset of another release once, by kind, above earlier versions", () => {
    const list = [
      { bump: "patch" as const, text: "Fixes a list." },
      { bump: "minor" as const, text: "Adds a read.\n\nIt takes a campaign." },
      { bump: "minor" as const, text: "Breaking: renames a field." },
      { bump: "major" as const, text: "Removes a call." }
    ]
    const earlier = `# Changelog\n\nOne page.\n\n## 0.1.0 (${day})\n\nThe first.\n`
    const section = `### Breaking changes

- Renames a field.
- Removes a call.

### New

- Adds a read.

  It takes a campaign.

### Fixed and improved

- Fixes a list.`
    const released = withVersion(earlier, "0.2.0", day, list)
    expect(newest(released)).toBe(section)
    expect(released).toBe(earlier.replace("## 0.1.0", `## 0.2.0 (${day})\n\n${section}\n\n## 0.1.0`))
  })

  it("reads the text and the largest bump of every changeset", () => {
    const list = changesets()
    expect(list.length).toBe(globSync(".changeset/*.md", { cwd: root }).length - 1)
    expect(list.filter(({ text }) => text === "" || text.includes('@adwarden/core": '))).toEqual([])
  })
})

// Not with the packed packages: a rehearsal publishes them without it.
it("every package asks for provenance", () => {
  for (const { manifest } of packages) {
    expect(manifest).toMatchObject({ publishConfig: { access: "public", provenance: true } })
  }
})
