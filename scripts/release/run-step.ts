import { spawnSync } from "node:child_process"
import { root } from "../root.ts"

/** Runs a Node program in the project's folder with its output shown. Returns false if it failed. */
const runNode = (...args: ReadonlyArray<string>): boolean =>
  spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0

/** Runs a Node program and exits if it fails. */
export const step = (title: string, ...args: ReadonlyArray<string>): void => {
  console.log(`\n${title}`)
  if (runNode(...args)) return
  console.error(`\n${title}: failed, see above. Nothing was published.`)
  process.exit(1)
}
