import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../module-graph/output-files.ts"
import type { TerminalExchange } from "./terminal-picture.ts"

/** Runs the first change of the README with the real command: preview, rejection, execution, undo. */
export const firstChange = (origin: string, key: string): ReadonlyArray<TerminalExchange> => {
  const env = {
    PATH: process.env["PATH"] ?? "",
    ADWARDEN_URL: origin,
    ADWARDEN_API_KEY: key,
    COLUMNS: "96",
    NO_COLOR: "1"
  }
  const run = (note: string, typed: string): TerminalExchange => {
    const args = [join(root, "packages/server/adwarden.mjs"), ...typed.split(" ")]
    const { stderr, stdout } = spawnSync(process.execPath, args, { env, encoding: "utf8" })
    return { typed: `# ${note}\nadwarden ${typed}`, printed: `${stdout}${stderr}`.trim() }
  }
  const change = "campaigns update boiler-repair --budget"
  const preview = run("Preview: nothing changes", `${change} 110`)
  const refusal = run("Too much: rejected, with the accepted range", `${change} 200`)
  const done = run("Execute", `${change} 110 --execute`)
  const action = /act_\w+/.exec(done.printed)?.[0] ?? ""
  return [preview, refusal, done, run("Undo", `actions undo ${action} --execute`)]
}
