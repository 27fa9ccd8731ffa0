import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { Stop } from "../stop.mjs"

/** Paths at which Debian, Ubuntu, Fedora and Arch install libfaketime. */
function candidates() {
  const libraries = "/usr/lib"
  const architectures = existsSync(libraries)
    ? readdirSync(libraries).filter((name) => name.endsWith("-linux-gnu"))
    : []
  return [
    ...architectures.map((name) => join(libraries, name, "faketime")),
    "/usr/lib64/faketime",
    "/usr/lib/faketime"
  ].map((directory) => join(directory, "libfaketime.so.1"))
}

/** Returns the path of libfaketime: `LIBFAKETIME` if set, otherwise where distributions install it. */
export function libfaketime() {
  const found = process.env.LIBFAKETIME ?? candidates().find(existsSync)
  if (found !== undefined) return found
  throw new Stop("libfaketime is not installed. Run apt install faketime, or set LIBFAKETIME to its path.")
}

/**
 * Returns the environment that shifts the clock of a process and its children to `at`. The shift is an
 * offset, so all processes agree and time continues. Timers are not affected.
 */
export function shiftedTo(at, library = libfaketime()) {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000)
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_DISABLE_SHM: "1"
  }
}

/** Throws if the clock of `bin` is not shifted: a statically linked Node ignores libfaketime. */
export function checkShift(bin, env, at) {
  const { stdout } = spawnSync(bin, ["-p", "Date.now()"], { env, encoding: "utf8" })
  if (Math.abs(Number(stdout) - Date.parse(at)) < 600_000) return
  throw new Stop(`${bin} does not follow libfaketime. Use a Node that is linked dynamically.`)
}
