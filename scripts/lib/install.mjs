import { createHash } from "node:crypto"
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { explain } from "./explain-failure.mjs"
import { installEnv, patience, providePnpm } from "./pnpm.mjs"
import { say, step } from "./progress.mjs"
import * as project from "./project.mjs"
import { run } from "./run.mjs"
import { checkPinnedNode } from "./runtime.mjs"
import { Stop } from "./stop.mjs"

/** Written when an install has come to its end, so that its absence means: do it again. */
const stamp = project.inRoot("node_modules", ".adwarden-install")

/** What the installed tree is a function of. The launcher's Node is not: nothing is compiled against it. */
function wanted() {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}\n${project.pnpmVersion()}\n`)
  for (const file of project.installInputs())
    hash.update(`${file}\n`).update(readFileSync(project.inRoot(file)))
  return hash.digest("hex")
}

function isInstalled() {
  try {
    return readFileSync(stamp, "utf8") === wanted() && project.missingDependencies().length === 0
  } catch (error) {
    if (error.code === "ENOENT") return false
    throw error
  }
}

/** Installs the dependencies unless they are there. `command` is what the user is told to run again. */
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
      exec([process.execPath, pnpm, "install", ...flags, ...patience], (text) => {
        const [, resolved, reused, downloaded] =
          [...text.matchAll(/resolved (\d+), reused (\d+), downloaded (\d+)/g)].at(-1) ?? []
        if (resolved) detail(`${Number(reused) + Number(downloaded)} of ${resolved} packages`)
      })
    await install()
    if (project.missingDependencies().length > 0) {
      // pnpm believed its own notes about a tree that somebody has damaged since: start from nothing.
      for (const folder of project.workspaceFolders()) {
        rmSync(project.inRoot(folder, "node_modules"), { recursive: true, force: true })
      }
      await install()
    }
  })
  const missing = project.missingDependencies()
  if (missing.length > 0)
    throw new Stop(`The install ended but ${missing[0]} is not there. Log: .tools/install.log`)
  checkPinnedNode()
  writeFileSync(stamp, wanted())
}
