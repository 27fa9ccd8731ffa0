import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { type Manifest, published } from "../release/published.ts"
import { root } from "../root.ts"

const folder = mkdtempSync(join(tmpdir(), "adwarden-release-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packages = published()
const copy = join(folder, "release")
const read = (file: string) => readFileSync(file, "utf8")

it("a release creates versions and changelogs from all changesets", () => {
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
    expect(read(join(released, "CHANGELOG.md"))).toContain("A change that users notice.")
  }
  expect(versions.size).toBe(1)
})

// Not with the packed packages: a rehearsal publishes them without it.
it("every package asks for provenance", () => {
  for (const { manifest } of packages) {
    expect(manifest).toMatchObject({ publishConfig: { access: "public", provenance: true } })
  }
})
