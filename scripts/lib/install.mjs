import { createHash } from "node:crypto"
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { explain } from "./explain-failure.mjs"
import { fetchFlags, installEnv, providePnpm } from "./pnpm.mjs"
import { say, step } from "./progress.mjs"
import * as project from "./project.mjs"
import { run } from "./run.mjs"
import { checkPinnedNode } from "./runtime.mjs"
import { Stop } from "./stop.mjs"

/** Written at the end of an install. Without it, the install runs again. */
const stamp = project.inRoot("node_modules", ".adwarden-install")

/**
 * Returns a hash of everything that determines the installed tree. The launcher's Node is excluded, because
 * nothing is compiled for it.
 */
function installHash() {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}\n${project.pnpmVersion()}\n`)
  for (const file of project.installInputs())
    hash.update(`${file}\n`).update(readFileSync(project.inRoot(file)))
  return hash.digest("hex")
}

function isInstalled() {
  try {
    return readFileSync(stamp, "utf8") === installHash() && project.missingDependencies().length === 0
  } catch (error) {
    if (error.code === "ENOENT") return false
    throw error
  }
}

/** Installs the dependencies if they are missing. Error messages ask the user to run `command` again. */
export async function ensureInstalled(command) {
  if (isInstalled()) return
  say("Setting up (the first time, and after an update; later runs skip this)")
  mkdirSync(project.tools, { recursive: true })
  writeFileSync(project.installLog, "")
  rmSync(stamp, { force: true })

  const exec = async (line, onText = () => {}) => {
    appendFileSync(project.installLog, `$ ${line.join(" ")}\n`)
    const log = (text) => {
      appendFileSync(project.installLog, text)
      onText(text)
    }
    const { code, output } = await run(line[0], line.slice(1), {
      cwd: project.root,
      env: installEnv(),
      onText: log
    })
    if (code === 0) return
    const { cause, remedy } = explain(output, { exitCode: code, pnpm: `pnpm@${project.pnpmVersion()}` })
    const again = `${remedy}, then run ${command} again. Full log: .tools/install.log`
    throw new Stop(`Could not install dependencies: ${cause}. ${again}`)
  }

  const pnpm = await step(`pnpm ${project.pnpmVersion()}`, () => providePnpm(exec))
  await step("dependencies", async (detail) => {
    const flags = [
      "--frozen-lockfile",
      "--prod=false",
      "--reporter=append-only",
      "--config.confirm-modules-purge=false"
    ]
    const install = () =>
      exec([process.execPath, pnpm, "install", ...flags, ...fetchFlags], (text) => {
        const [, resolved, reused, downloaded] =
          [...text.matchAll(/resolved (\d+), reused (\d+), downloaded (\d+)/g)].at(-1) ?? []
        if (resolved) detail(`${Number(reused) + Number(downloaded)} of ${resolved} packages`)
      })
    await install()
    if (project.missingDependencies().length > 0) {
      // pnpm trusts its own records of a tree that was damaged later. Start from an empty tree.
      for (const folder of project.workspaceFolders()) {
        rmSync(project.inRoot(folder, "node_modules"), { recursive: true, force: true })
      }
      await install()
    }
  })
  const missing = project.missingDependencies()
  if (missing.length > 0)
    throw new Stop(`The install finished, but ${missing[0]} is missing. Check the log: .tools/install.log`)
  checkPinnedNode()
  writeFileSync(stamp, installHash())
}
