import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { homedir } from "node:os"
import { basename, join } from "node:path"
import { pnpmVersion, tools } from "./project.mjs"

/** Returns the command line of the npm that started this script, which works for the user. */
function npm() {
  const started = process.env.npm_execpath
  return started && basename(started) === "npm-cli.js" ? [process.execPath, started] : ["npm"]
}

/** The environment for npm and pnpm. */
export function installEnv() {
  // NODE_ENV=production would skip packages that the setup needs, such as the type checker and the test
  // runner.
  const { NODE_ENV: _, ...env } = process.env
  try {
    accessSync(homedir(), constants.W_OK)
    return env
  } catch {
    // A service user often has no writable home directory, in which both tools store their caches.
    return { ...env, HOME: join(tools, "home"), npm_config_cache: join(tools, "home", ".npm") }
  }
}

/** Fewer and shorter retries than the tools' defaults: a person waits, and the next run continues. */
export const fetchFlags = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"]

/**
 * Returns the path of pnpm's program, which npm downloads if it is missing. `exec` runs a command line and
 * throws if it fails.
 */
export async function providePnpm(exec) {
  const version = pnpmVersion()
  const home = join(tools, `pnpm-${version}`)
  if (!existsSync(home)) {
    // Installs into a temporary folder and renames it when complete, so an aborted download is never used.
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
      await exec([...npm(), "install", "--prefix", partial, ...flags, ...fetchFlags, `pnpm@${version}`])
      if (!existsSync(home)) renameSync(partial, home)
    } finally {
      rmSync(partial, { recursive: true, force: true })
    }
  }
  return join(home, "node_modules", "pnpm", "bin", "pnpm.cjs")
}
