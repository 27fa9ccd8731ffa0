import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))

/** Writes every module that is loaded to stderr when the process ends. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module"
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  process.on("exit", () => process.stderr.write("\\nLOADED " + JSON.stringify(loaded)))
`)}`

/** The modules that a command loads until it ends, Node's own left out. */
export const loadedBy = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  new Promise<ReadonlyArray<string>>((resolve, reject) => {
    const options = { env: { PATH: process.env["PATH"] ?? "", ...env } }
    execFile(process.execPath, ["--import", recorder, bin, ...args], options, (_, __, err) => {
      const list = /^LOADED (.*)$/m.exec(err)?.[1]
      if (list === undefined) reject(new Error(err))
      else resolve((JSON.parse(list) as ReadonlyArray<string>).filter((url) => url.startsWith("file:")))
    })
  })
