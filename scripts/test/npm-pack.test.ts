import { execFile, execFileSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, it } from "vitest"
import { isLong } from "../../packages/core/test/support/counts.ts"
import { pack } from "../release/pack.ts"
import { published } from "../release/published.ts"

const folder = mkdtempSync(join(tmpdir(), "adwarden-npm-pack-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The files of a package with their contents. The manifest is parsed: pnpm writes the workspace's packages in any order. */
const contentsOf = (tarball: string): Readonly<Record<string, unknown>> => {
  const at = mkdtempSync(join(folder, "tarball-"))
  execFileSync("tar", ["-xzf", tarball, "-C", at])
  return Object.fromEntries(
    globSync("package/**/*", { cwd: at, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(at, path), readFileSync(path, "latin1")] as const)
      .map(([name, text]) => [name, name === "package/package.json" ? JSON.parse(text) : text])
  )
}

const compared = published().map(({ directory, manifest }) => ({ directory, name: manifest.name }))

it.runIf(isLong).each(compared)(
  "npm pack and pnpm pack make the same package of $name",
  async ({ directory }) => {
    const manifest = readFileSync(join(directory, "package.json"), "utf8")
    const destination = mkdtempSync(join(folder, "npm-"))
    await promisify(execFile)("npm", ["pack", "--pack-destination", destination], { cwd: directory })
    expect(readFileSync(join(directory, "package.json"), "utf8")).toBe(manifest)
    expect(existsSync(join(directory, "LICENSE"))).toBe(false)
    const [byNpm] = globSync("*.tgz", { cwd: destination })
    const byPnpm = await pack(directory, folder)
    const contents = contentsOf(join(destination, byNpm!))
    expect(contents).toEqual(contentsOf(byPnpm.tarball))
    expect(JSON.stringify(contents["package/package.json"])).not.toMatch(/workspace:|catalog:|"\.\/src\//)
    expect(Object.keys(contents)).toContain("package/LICENSE")
  }
)
