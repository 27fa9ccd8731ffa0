import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Writes down every module that is loaded when the process ends: into a file, because a pipe takes only so much then. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from "node:fs"
  import { registerHooks } from "node:module"
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  process.on("exit", () => writeFileSync(process.env.LOADED, JSON.stringify(loaded)))
`)}`

/** The modules that a command loads until it ends, Node's own left out. */
export const loadedBy = (
  program: URL,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
) =>
  new Promise<ReadonlyArray<string>>((resolve, reject) => {
    const folder = mkdtempSync(join(tmpdir(), "adwarden-loaded-"))
    const LOADED = join(folder, "list.json")
    const options = { env: { PATH: process.env["PATH"] ?? "", LOADED, ...env } }
    execFile(
      process.execPath,
      ["--import", recorder, fileURLToPath(program), ...args],
      options,
      (_, __, err) => {
        try {
          const list = JSON.parse(readFileSync(LOADED, "utf8")) as ReadonlyArray<string>
          resolve(list.filter((url) => url.startsWith("file:")))
        } catch {
          reject(new Error(err))
        } finally {
          rmSync(folder, { recursive: true })
        }
      }
    )
  })
