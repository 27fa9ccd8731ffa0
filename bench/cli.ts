import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { benchOperatorCommands } from "./operator-commands.ts"

/*
 * Measures the start of the built command for local output, compared with an empty Node program. Run `npm run
 * build` first: people install the built version. The checkout variant runs the same from source. Then it prints the CPU time of the operator's commands.
 */
const rounds = 25
const built = fileURLToPath(new URL("../packages/cli/dist/bin.js", import.meta.url))
const checkout = fileURLToPath(new URL("../packages/server/adwarden.mjs", import.meta.url))
const directory = mkdtempSync(join(tmpdir(), "adwarden-bench-"))
const empty = join(directory, "empty.mjs")
writeFileSync(empty, "")

const subjects: Readonly<Record<string, ReadonlyArray<string>>> = {
  "empty program": [empty],
  "adwarden --help": [built, "--help"],
  "adwarden campaigns update --help": [built, "campaigns", "update", "--help"],
  "adwarden queued-writes approve --help": [built, "queued-writes", "approve", "--help"],
  "completion of adwarden campaigns": [built, "__complete", "campaigns", ""],
  "adwarden --help, checkout": [checkout, "--help"]
}

const once = (args: ReadonlyArray<string>): number => {
  const startedAt = performance.now()
  spawnSync(process.execPath, args, {
    stdio: "ignore",
    env: { PATH: process.env["PATH"], TMPDIR: directory }
  })
  return performance.now() - startedAt
}

const median = (times: ReadonlyArray<number>): number => times.toSorted((a, b) => a - b)[times.length >> 1]!

// The programs take turns, so that other load on the machine affects all of them. The first round fills the
// caches.
const times = new Map(Object.keys(subjects).map((name) => [name, [] as Array<number>]))
for (let round = 0; round <= rounds; round++) {
  for (const [name, args] of Object.entries(subjects)) {
    const millis = once(args)
    if (round > 0) times.get(name)!.push(millis)
  }
}
const bare = median(times.get("empty program")!)
for (const [name, all] of times) {
  const millis = median(all)
  console.log(
    `${name.padEnd(34)} ${millis.toFixed(0).padStart(5)} ms  ${(millis / bare).toFixed(2)} times (target: 2 or less)`
  )
}

try {
  await benchOperatorCommands(directory)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
