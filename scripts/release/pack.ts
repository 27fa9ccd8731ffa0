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

interface Packed {
  readonly tarball: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly files: ReadonlyArray<string>
}

interface PackReport {
  readonly name: string
  readonly filename: string
  readonly files: ReadonlyArray<{ readonly path: string }>
}

const toPacked = ({ filename, files }: PackReport): Packed => ({
  tarball: filename,
  bytes: new Uint8Array(readFileSync(filename)),
  files: files.map(({ path }) => path)
})

/** Runs pnpm and returns its report, which follows the output of the packages' scripts. */
const runPack = async (cwd: string, args: ReadonlyArray<string>, destination: string, report: RegExp) => {
  const given = [pnpm, ...args, "pack", "--json", "--pack-destination", destination]
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd, encoding: "utf8" })
  return JSON.parse(stdout.slice(stdout.search(report))) as unknown
}

/** Packs a package as it would be published, into a folder. */
export const pack = async (directory: string, destination: string): Promise<Packed> =>
  toPacked((await runPack(directory, [], destination, /^\{/m)) as PackReport)

/** Packs several packages in one process, by name. */
export const packAll = async (
  names: ReadonlyArray<string>,
  destination: string
): Promise<ReadonlyMap<string, Packed>> => {
  const filters = names.flatMap((name) => ["--filter", name])
  const reports = await runPack(root, ["--recursive", ...filters], destination, /^\[/m)
  return new Map((reports as ReadonlyArray<PackReport>).map((report) => [report.name, toPacked(report)]))
}
