import { spawnSync } from "node:child_process"
import { existsSync, rmSync } from "node:fs"
import { delimiter, dirname } from "node:path"
import { inRoot } from "./project.mjs"
import { Stop } from "./stop.mjs"

const pinned = inRoot("node_modules", `node-linux-${process.arch}`, "bin", "node")
/**
 * Puts the pinned Node first for npm scripts. The link exists only if the pinned Node runs on this machine.
 */
const link = inRoot("node_modules", ".bin", "node")

/** Removes the link after an install if the pinned Node does not run, for example with musl. */
export function checkPinnedNode() {
  if (spawnSync(pinned, ["--version"]).status !== 0) rmSync(link, { force: true })
}

/**
 * Returns the Node that runs Adwarden's TypeScript: the pinned one if it is installed, otherwise a recent
 * enough own one.
 */
export function runtime() {
  if (existsSync(link) && existsSync(pinned)) return { ...withNode(pinned, []), serviceFlags }
  const [major, minor] = process.versions.node.split(".").map(Number)
  const atLeast = (a, b) => major > a || (major === a && minor >= b)
  if (!atLeast(22, 18)) {
    const platform = `${process.platform} ${process.arch}`
    throw new Stop(
      `On ${platform} Adwarden needs Node 22.18 or later; this is ${process.versions.node}. Install Node 24 (nodejs.org).`
    )
  }
  // Older versions warn that they run TypeScript and SQLite.
  const flags = major >= 24 ? [] : ["--disable-warning=ExperimentalWarning"]
  return { ...withNode(process.execPath, flags), serviceFlags: [] }
}

/**
 * Options of V8 for `npm start`, which save a twentieth of the demo world's CPU time. A full garbage collection during the
 * start would discard compiled code that is needed again at once. Threads that help with small collections cost more than
 * they save. Only the pinned Node gets them, because another V8 can reject an option that it does not know.
 */
export const serviceFlags = ["--initial-old-space-size=256", "--no-parallel-scavenge"]

/** Returns `bin` and its flags, with an environment in which child processes use the same `node`. */
function withNode(bin, flags) {
  const PATH = [dirname(bin), process.env.PATH].filter(Boolean).join(delimiter)
  return { bin, flags, env: { ...process.env, PATH } }
}
