import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { afterAll, expect, inject } from "vitest"
import { endedChildrenCpu, familyCpu, processCpu } from "../cpu.ts"

/*
 * The set-up file of `TEST_CPU=REPORT npm test`. It appends a line to the report for each test file: the seconds of CPU
 * time of its process, of the programs that it started and of Postgres. Files run side by side on few cores, so
 * their wall time says little. All workers share Postgres: with `--maxWorkers=1`, its time belongs to the file.
 */

const postgresCpu = (): number => {
  const file = join(inject("postgres").directory, "postgres", "postgres", "postmaster.pid")
  return existsSync(file) ? familyCpu(Number(readFileSync(file, "utf8").split("\n", 1)[0])) : 0
}

const cpu = (): ReadonlyArray<number> => [
  processCpu(process.pid),
  endedChildrenCpu(process.pid),
  postgresCpu()
]

const before = cpu()

afterAll(() => {
  const used = cpu().map((seconds, n) => (seconds - before[n]!).toFixed(2))
  const file = relative(process.cwd(), expect.getState().testPath ?? "")
  appendFileSync(process.env["TEST_CPU"]!, `${[...used, file].join(" ")}\n`)
})
