import { execFile, execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "../root.ts"

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

/** Settings of pnpm when it packs or publishes. */
export const packingEnv = { npm_config_pnpmfile: join(root, "scripts/release/pnpmfile.cjs") }

/** Runs pnpm and returns its report, which follows the output of the packages' scripts. */
const runPack = async (cwd: string, args: ReadonlyArray<string>, destination: string, report: RegExp) => {
  const given = [pnpm, ...args, "pack", "--json", "--pack-destination", destination]
  const env = { ...process.env, ...packingEnv }
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd, encoding: "utf8", env })
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

/**
 * `npm pack` makes the same package as `pnpm pack`. npm applies neither `publishConfig` nor the versions of the
 * workspace, and leaves out the license of the repository. So `prepack` packs with pnpm first and puts the files that
 * differ into the folder, npm packs it, and `postpack` puts everything back.
 */

/** What `postpack` puts back. It is ignored by git and never packed. */
const stateFile = join("node_modules", ".npm-pack.json")

interface State {
  readonly manifest: string
  /** Files that the folder does not have. */
  readonly added: ReadonlyArray<string>
}

/** Puts the folder back as it was. An interrupted run is put back by the next one. */
export const restoreAfterNpm = (): void => {
  if (!existsSync(stateFile)) return
  const { added, manifest } = JSON.parse(readFileSync(stateFile, "utf8")) as State
  writeFileSync("package.json", manifest)
  for (const file of added) rmSync(file, { force: true })
  rmSync(stateFile)
}

const prepare = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "adwarden-npm-pack-"))
  try {
    const { tarball } = await pack(process.cwd(), folder)
    const read = (file: string) => execFileSync("tar", ["-xzOf", tarball, `package/${file}`])
    // pnpm's own list lacks the license.
    const packed = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n")
    const added = packed.map((path) => path.replace("package/", "")).filter((file) => !existsSync(file))
    const state: State = { manifest: readFileSync("package.json", "utf8"), added }
    writeFileSync(stateFile, JSON.stringify(state))
    for (const file of ["package.json", ...added]) writeFileSync(file, read(file))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ends a `prepack` that npm runs, with the folder ready. npm cannot publish: it would send the original manifest. */
export const prepareForNpm = async (): Promise<void> => {
  if (!(process.env["npm_config_user_agent"] ?? "").startsWith("npm/")) return
  restoreAfterNpm()
  if (process.env["npm_command"] === "publish") {
    console.error("npm publish would send versions that only pnpm can resolve. Use npm run release.")
    process.exit(1)
  }
  await prepare()
  process.exit(0)
}
