import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Records every loaded module when the process ends, in a file because a pipe's buffer is limited. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from "node:fs"
  import { registerHooks } from "node:module"
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  process.on("exit", () => writeFileSync(process.env.LOADED, JSON.stringify(loaded)))
`)}`

/** The modules that a command loads until it ends, without Node's own. */
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
