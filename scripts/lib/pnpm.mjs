import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { homedir } from "node:os"
import { basename, join } from "node:path"
import { pnpmVersion, tools } from "./project.mjs"

/** npm as it was started, so that the one that works for the user is the one we use. */
function npm() {
  const started = process.env.npm_execpath
  return started && basename(started) === "npm-cli.js" ? [process.execPath, started] : ["npm"]
}

/** The environment for npm and pnpm. */
export function installEnv() {
  // NODE_ENV=production would leave out what set-up itself needs (the type checker, the test runner).
  const { NODE_ENV: _, ...env } = process.env
  try {
    accessSync(homedir(), constants.W_OK)
    return env
  } catch {
    // A service user often has no home to write to; both tools keep their caches there.
    return { ...env, HOME: join(tools, "home"), npm_config_cache: join(tools, "home", ".npm") }
  }
}

/** Fewer and shorter waits than the tools' own: a person sits in front of this, and a rerun goes on. */
export const patience = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"]

/** The path of pnpm's program, fetched by npm if need be. `exec` runs a command line and fails loudly. */
export async function providePnpm(exec) {
  const version = pnpmVersion()
  const home = join(tools, `pnpm-${version}`)
  if (!existsSync(home)) {
    // Into a folder of its own that gets its name when whole: an aborted download is never mistaken for one.
    const partial = `${home}.${process.pid}`
    const flags = [
      "--no-save",
      "--no-package-lock",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--prefer-offline"
    ]
    try {
      mkdirSync(partial, { recursive: true })
      await exec([...npm(), "install", "--prefix", partial, ...flags, ...patience, `pnpm@${version}`])
      if (!existsSync(home)) renameSync(partial, home)
    } finally {
      rmSync(partial, { recursive: true, force: true })
    }
  }
  return join(home, "node_modules", "pnpm", "bin", "pnpm.cjs")
}
