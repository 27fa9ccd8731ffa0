import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync } from "node:fs"
import { mkdir, readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "../../../../scripts/root.ts"

/*
 * Runs of named files keep their stopped server for the next one, with the migrated database and, where a file needed it,
 * the demo world: making both is most of the time of such a run. Runs of all files make them anew.
 */

const folder = join(root, "node_modules/.cache/test-databases")

const schema = [
  "pnpm-lock.yaml",
  "packages/core/src/schema.ts",
  "packages/core/src/storage/**/*.ts",
  "packages/core/src/tasks/queue*.ts",
  "packages/core/test/support/*postgres*.ts",
  "packages/core/test/support/kept-databases.ts",
  "packages/embedded-postgres/src/*.ts"
]

/**
 * What makes the demo world. Modules that mostly read it are left out: their tests see data that an earlier version may have
 * stored, as in production.
 */
const demoWorld = [
  "packages/demo/src/**/*.ts",
  "packages/emulator/src/**/*.ts",
  "packages/core/test/support/{core-on-platform,demo,demo-template}.ts",
  "packages/core/src/{access,campaigns,changes,identity,log,organizations,platform,tasks}/**/*.ts"
]

/** The demo world's figures end today, in the time zones of its accounts. */
const days = (): ReadonlyArray<string> =>
  ["UTC", "Europe/Dublin", "America/New_York", "America/Chicago", "America/Los_Angeles"].map((timeZone) =>
    new Date().toLocaleDateString("en", { timeZone })
  )

const keyOf = (kind: "schema" | "demo"): string => {
  const hash = createHash("sha256").update(
    [process.platform, process.arch, process.getuid?.(), days()].join()
  )
  for (const file of globSync(kind === "schema" ? schema : [...schema, ...demoWorld], { cwd: root }).sort())
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
  return `${kind}-${hash.digest("hex").slice(0, 16)}`
}

/** The server runs as another user where tests run as root, so owners and modes are kept. */
const copy = (from: string, to: string) => promisify(execFile)("cp", ["-Rp", from, to])

const parts = ["postgres", "emulator"]

const copyParts = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true })
  for (const part of parts) if (existsSync(join(from, part))) await copy(join(from, part), join(to, part))
}

/** Copies what an earlier run kept into the directory of this run. Returns whether there was something. */
export const takeKept = async (directory: string): Promise<boolean> => {
  for (const kind of ["demo", "schema"] as const) {
    const kept = join(folder, keyOf(kind))
    if (!existsSync(kept)) continue
    try {
      await copyParts(kept, directory)
      return true
    } catch {
      // Another run deletes it at the same time.
      for (const part of parts) await rm(join(directory, part), { recursive: true, force: true })
    }
  }
  return false
}

/** Keeps the stopped server of this run in place of an earlier one of its kind. */
export const keep = async (directory: string): Promise<void> => {
  const kind = existsSync(join(directory, "emulator")) ? "demo" : "schema"
  const key = keyOf(kind)
  if (existsSync(join(folder, key))) return
  const partial = join(folder, `partial-${process.pid}`)
  try {
    await copyParts(directory, partial)
    for (const name of await readdir(folder))
      if (name.startsWith(`${kind}-`)) await rm(join(folder, name), { recursive: true, force: true })
    await rename(partial, join(folder, key))
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
