import { spawn } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { serviceFlags } from "../scripts/lib/runtime.mjs"
import { endedChildrenCpu, familyCpu, processCpu } from "./cpu.ts"
import { freePort } from "./subject.ts"

/*
 * Measures the CPU time of the first `adwarden dev` in an empty directory, step by step, with the options of
 * `npm start`. The process includes the emulator of Google Ads and code that runs for the first time; Postgres is
 * the embedded one. `-- --cached` starts with compiled code, like the second `npm start` of a checkout.
 * `-- --profile FILE` writes a CPU profile of the process.
 */
const { values } = parseArgs({
  options: { cached: { type: "boolean", default: false }, profile: { type: "string" } }
})

const bin = fileURLToPath(new URL("../packages/server/src/bin.ts", import.meta.url))

/** Creates an empty directory. Without access for all, the database of root would be stored elsewhere. */
const emptyDirectory = (prefix: string): string => {
  const path = mkdtempSync(prefix)
  chmodSync(path, 0o711)
  return path
}

const directory = emptyDirectory(join(tmpdir(), "adwarden-start-"))

interface Reading {
  readonly wall: number
  readonly process: number
  readonly postgres: number
}

interface Step extends Reading {
  readonly label: string
}

/** Returns the CPU time of the server, and of the ended program that created its data directory. */
const postgresCpu = (home: string, pid: number): number => {
  try {
    const [postmaster] = readFileSync(join(home, ".adwarden", "postgres", "postmaster.pid"), "utf8").split(
      "\n"
    )
    return familyCpu(Number(postmaster)) + endedChildrenCpu(pid)
  } catch {
    return endedChildrenCpu(pid)
  }
}

/** Starts in an empty directory and returns the cost of what came before each line of progress. */
const start = async (home: string, flags: ReadonlyArray<string>): Promise<ReadonlyArray<Step>> => {
  const child = spawn(process.execPath, [...serviceFlags, ...flags, bin, "dev"], {
    cwd: home,
    env: {
      PATH: process.env["PATH"],
      PORT: String(await freePort()),
      NODE_COMPILE_CACHE: join(directory, "compile-cache")
    },
    stdio: ["ignore", "ignore", "pipe"]
  })
  const startedAt = performance.now()
  const read = (): Reading => ({
    wall: (performance.now() - startedAt) / 1000,
    process: processCpu(child.pid!),
    postgres: postgresCpu(home, child.pid!)
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const steps: Array<Step> = []
  let last: Reading = { wall: 0, process: 0, postgres: 0 }
  for await (const line of createInterface(child.stderr)) {
    const label = /^(✓ .*?) \(|^ {2}(Demo world: .*)/.exec(line)?.slice(1).find(Boolean)
    if (label !== undefined) {
      const now = read()
      steps.push({ label, ...differenceOf(now, last) })
      last = now
    } else if (line.startsWith("A first call:")) child.kill("SIGINT")
  }
  await exited
  if (!steps.some(({ label }) => label === "✓ Surfaces")) throw new Error("The service did not start.")
  return steps
}

const differenceOf = (now: Reading, before: Reading): Reading => ({
  wall: now.wall - before.wall,
  process: now.process - before.process,
  postgres: now.postgres - before.postgres
})

const sumOf = (steps: ReadonlyArray<Step>): Reading => ({
  wall: steps.reduce((sum, { wall }) => sum + wall, 0),
  process: steps.reduce((sum, { process }) => sum + process, 0),
  postgres: steps.reduce((sum, { postgres }) => sum + postgres, 0)
})

const print = (label: string, { postgres, process, wall }: Reading): void => {
  const seconds = [process + postgres, process, postgres, wall].map((value) => value.toFixed(2).padStart(10))
  console.log(`${label.padEnd(72)}${seconds.join("")}`)
}

try {
  if (values.cached) await start(emptyDirectory(join(directory, "first-")), [])
  const profile =
    values.profile === undefined
      ? []
      : [
          "--cpu-prof",
          `--cpu-prof-dir=${dirname(resolve(values.profile))}`,
          `--cpu-prof-name=${basename(values.profile)}`
        ]
  const steps = await start(emptyDirectory(join(directory, "home-")), profile)
  console.log(
    `${"Seconds until".padEnd(72)}${["CPU", "process", "Postgres", "wall"].map((name) => name.padStart(10)).join("")}`
  )
  for (const step of steps) print(step.label, step)
  const isDemo = ({ label }: Step) => label.includes("Demo world")
  print("the demo world (required: 7)", sumOf(steps.filter(isDemo)))
  print("all", sumOf(steps))
} finally {
  rmSync(directory, { recursive: true, force: true })
}
