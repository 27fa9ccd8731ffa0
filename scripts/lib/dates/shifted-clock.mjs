import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
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

const wrapped = Buffer.from("\0epoll_wait\0")
const unused = Buffer.from("\0epoll_none\0")

/** Returns the library's bytes with another name for its epoll_wait, so that programs find that of the C library. */
export function withoutEpollWait(bytes) {
  // The first occurrence is in the table of symbols. The next is the name with which the library calls the real one.
  const place = bytes.indexOf(wrapped)
  if (place < 0) throw new Stop("libfaketime has no epoll_wait. Use libfaketime 0.9.8 or later.")
  return Buffer.concat([bytes.subarray(0, place), unused, bytes.subarray(place + unused.length)])
}

/**
 * Runs `work` with a copy of libfaketime that Postgres's timers work with. libfaketime does not shift the clock while
 * its epoll_wait waits, and signal handlers run then. Postgres waits for locks there. Its handler saw the real time,
 * before the shifted end of a lock timeout, so that neither lock timeouts nor the search for deadlocks ever began.
 */
export async function withTimers(work, library = libfaketime()) {
  const directory = mkdtempSync(join(tmpdir(), "adwarden-dates-"))
  try {
    // A Postgres server that root starts runs as another user, who must be able to load it.
    chmodSync(directory, 0o755)
    const copy = join(directory, "libfaketime.so.1")
    writeFileSync(copy, withoutEpollWait(readFileSync(library)))
    return await work(copy)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const isRunning = (id) => existsSync(join("/proc", id))

/**
 * Removes semaphores and memory that libfaketime left behind. It names them by process id and does not always remove
 * them. A process of another user that gets the same id could not start, and initdb then failed.
 */
export function removeLeftBehind(directory = "/dev/shm") {
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    const id = /^(?:sem\.faketime_sem|faketime_shm)_(\d+)$/.exec(name)?.[1]
    if (id !== undefined && !isRunning(id)) rmSync(join(directory, name), { force: true })
  }
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
