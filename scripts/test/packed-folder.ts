import { execFile, execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { compileCache } from "../../packages/core/test/support/programs.ts"
import { published } from "../release/published.ts"

/** A folder in which packed packages are installed. The test removes it. */
export const folder = mkdtempSync(join(tmpdir(), "adwarden-packages-"))
// Root's embedded Postgres runs as another user, who must traverse this folder.
chmodSync(folder, 0o711)

export const packages = published()
export const named = (name: string) => packages.find(({ manifest }) => manifest.name === name)!
export const installed = (name: string) => join(folder, "node_modules", name)

/** Lays out a packed package as an install would, with its dependencies from the workspace. */
export const install = (name: string, tarball: string): void => {
  const { directory, manifest } = named(name)
  mkdirSync(installed(name), { recursive: true })
  execFileSync("tar", ["-xzf", tarball, "-C", installed(name), "--strip-components=1"])
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    if (dependency.startsWith("@adwarden/")) continue
    const link = join(installed(name), "node_modules", dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(realpathSync(join(directory, "node_modules", dependency)), link)
  }
}

/** Runs Node in the folder and returns its output. */
export const node = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  (
    await promisify(execFile)(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", ...compileCache(), ...env }
    })
  ).stdout
