import { spawnSync } from "node:child_process"
import { chmodSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Exit, Scope } from "effect"
import { EmbeddedPostgres } from "../packages/embedded-postgres/src/index.ts"
import { endedChildrenCpu } from "./cpu.ts"

const rounds = 9
const target = 0.6
const command = fileURLToPath(new URL("../packages/server/adwarden.mjs", import.meta.url))

const lines = {
  "node -e 0": null,
  "organizations list --local": ["organizations", "list", "--local"],
  "keys list": ["keys", "list"],
  "mail list": ["mail", "list"],
  "queued-writes list --local": ["queued-writes", "list", "--local"],
  // Of the second bundle, with campaigns.
  "recommendations savings": ["recommendations", "savings"]
} as const

const median = (times: ReadonlyArray<number>): number => times.toSorted((a, b) => a - b)[times.length >> 1]!

/**
 * Prints the CPU time of the operator's commands in a built checkout, on a database of their own. It is that of the
 * command's process; Postgres is not included.
 */
export const benchOperatorCommands = async (directory: string): Promise<void> => {
  chmodSync(directory, 0o711)
  const scope = Effect.runSync(Scope.make())
  try {
    const { url } = await Effect.runPromise(
      Scope.extend(EmbeddedPostgres.scoped({ directory: join(directory, "database") }), scope)
    )
    const env = { PATH: process.env["PATH"], HOME: directory, TMPDIR: directory, DATABASE_URL: url }
    const cpuOf = (args: ReadonlyArray<string>): number => {
      const before = endedChildrenCpu(process.pid)
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: directory, env, encoding: "utf8" })
      if (status !== 0) throw new Error(stderr)
      return endedChildrenCpu(process.pid) - before
    }
    cpuOf([command, "migrate"])
    cpuOf([command, "organizations", "create", "contoso", "--name", "Contoso", "--currency", "EUR"])
    const times = new Map(Object.keys(lines).map((name) => [name, [] as Array<number>]))
    for (let round = 0; round <= rounds; round++) {
      for (const [name, args] of Object.entries(lines)) {
        const seconds = cpuOf(args === null ? ["-e", "0"] : [command, ...args])
        if (round > 0) times.get(name)!.push(seconds)
      }
    }
    console.log(`\nCPU time of the operator's commands (target: ${target} s or less)`)
    for (const [name, all] of times) {
      const spread = `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`
      console.log(`${name.padEnd(34)} ${median(all).toFixed(2).padStart(6)} s  (${spread})`)
    }
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
