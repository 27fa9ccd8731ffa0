import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { inject } from "vitest"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** Waits synchronously, like the spawning of a program: no other work of this process runs. */
const pause = (millis: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)
}

/**
 * Bundles all programs. The first test file that needs one does it, and other workers wait. A rename makes
 * the complete folder appear at once.
 */
const bundle = (directory: string, server: string): void => {
  const lock = `${directory}.lock`
  while (!existsSync(directory)) {
    try {
      mkdirSync(lock)
    } catch {
      pause(50)
      continue
    }
    try {
      if (existsSync(directory)) return
      const script = fileURLToPath(new URL("./bundle-programs.ts", import.meta.url))
      execFileSync(process.execPath, [script, `${directory}.new`, root, server], { stdio: "inherit" })
      renameSync(`${directory}.new`, directory)
    } finally {
      rmSync(lock, { recursive: true })
    }
  }
}

/**
 * The path of a program to run as a child process: the bundle of a source file that `bundle-programs.ts` lists.
 *
 * @example
 * const bin = program(new URL("../src/bin.ts", import.meta.url))
 */
export const program = (source: URL): string => {
  const { directory: ofRun, server } = inject("postgres")
  const directory = join(ofRun, "programs")
  bundle(directory, server)
  return join(directory, relative(root, fileURLToPath(source)).replace(/\.ts$/, ".mjs"))
}

/** The environment of a child process that reuses an earlier one's compiled code. */
export const compileCache = (): Readonly<Record<string, string>> => ({
  NODE_COMPILE_CACHE: join(inject("postgres").directory, "compile-cache")
})
