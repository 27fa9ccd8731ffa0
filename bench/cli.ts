import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/*
 * How long the command takes to tell what it knows by itself, beside an empty program of Node. `npm run bench:cli`
 * builds it first: that is what people install. What stands beside it as checkout is the same from its sources.
 */
const rounds = 25
const built = fileURLToPath(new URL("../packages/cli/dist/bin.js", import.meta.url))
const checkout = fileURLToPath(new URL("../packages/server/adwarden.mjs", import.meta.url))
const directory = mkdtempSync(join(tmpdir(), "adwarden-bench-"))
const empty = join(directory, "empty.mjs")
writeFileSync(empty, "")

const subjects: Readonly<Record<string, ReadonlyArray<string>>> = {
  "an empty program": [empty],
  "adwarden --help": [built, "--help"],
  "adwarden campaigns update --help": [built, "campaigns", "update", "--help"],
  "adwarden approvals approve --help": [built, "approvals", "approve", "--help"],
  "completing adwarden campaigns": [built, "__complete", "campaigns", ""],
  "adwarden --help, checkout": [checkout, "--help"]
}

const once = (args: ReadonlyArray<string>): number => {
  const began = performance.now()
  spawnSync(process.execPath, args, {
    stdio: "ignore",
    env: { PATH: process.env["PATH"], TMPDIR: directory }
  })
  return performance.now() - began
}

const median = (times: ReadonlyArray<number>): number => times.toSorted((a, b) => a - b)[times.length >> 1]!

// By turns, so that whatever else the machine does falls on all of them alike; the first fills the caches.
const times = new Map(Object.keys(subjects).map((name) => [name, [] as Array<number>]))
for (let round = 0; round <= rounds; round++) {
  for (const [name, args] of Object.entries(subjects)) {
    const took = once(args)
    if (round > 0) times.get(name)!.push(took)
  }
}
rmSync(directory, { recursive: true, force: true })

const bare = median(times.get("an empty program")!)
for (const [name, all] of times) {
  const took = median(all)
  console.log(
    `${name.padEnd(34)} ${took.toFixed(0).padStart(5)} ms  ${(took / bare).toFixed(2)} times (at most 2)`
  )
}
