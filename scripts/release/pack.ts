import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "../module-graph/output-files.ts"

const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly packageManager: string
}

/** pnpm packs and publishes: unlike npm, it applies `publishConfig`. */
export const pnpm = join(
  root,
  ".tools",
  packageManager.replace("@", "-").replace(/\+.*$/, ""),
  "node_modules",
  "pnpm",
  "dist",
  "pnpm.cjs"
)

/** Packs a package as it would be published, into a folder. */
export const pack = async (directory: string, destination: string) => {
  const args = [pnpm, "pack", "--json", "--pack-destination", destination]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: directory, encoding: "utf8" })
  const { filename, files } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
    filename: string
    files: ReadonlyArray<{ path: string }>
  }
  return {
    tarball: filename,
    bytes: new Uint8Array(readFileSync(filename)),
    files: files.map(({ path }) => path)
  }
}
