import { createHash } from "node:crypto"
import {
  accessSync,
  appendFileSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { homedir } from "node:os"
import { basename, join } from "node:path"
import { say, step } from "./progress.mjs"
import * as project from "./project.mjs"
import { pnpmVersion, tools } from "./project.mjs"
import { run } from "./run.mjs"
import { checkPinnedNode } from "./runtime.mjs"
import { Stop } from "./stop.mjs"

// Explanations for failed installs, by patterns in the output of npm and pnpm.
const network =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT|UND_ERR_\w+)\b/
const checkAddress = "Check the registry in your npm settings (npm config get registry)"

const causes = [
  [network, "the npm registry did not respond", "Check the network or proxy"],
  [
    /\b(\w*CERT_\w+|\w*_CERT\b|UNABLE_TO_\w+|CERT_\w+)/,
    "the npm registry's certificate is not trusted",
    "Behind a company proxy, set NODE_EXTRA_CA_CERTS to its certificate"
  ],
  [
    /\b(E40[137]|ERR_PNPM_FETCH_40[137])\b/,
    "the npm registry denied access",
    "Check the login in your .npmrc"
  ],
  [
    /\b(E404|ETARGET|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION\w*)\b/,
    "the npm registry lacks a package",
    checkAddress
  ],
  [/\b(E429|E5\d\d|ERR_PNPM_FETCH_(?:429|5\d\d))\b/, "the npm registry is unavailable", "Wait a minute"],
  [/\b(EINTEGRITY|ERR_PNPM_TARBALL_\w+)\b/, "a download is corrupt", checkAddress],
  [/\b(ENOSPC|EDQUOT)\b/, "the disk is full", "Free some space"],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    "a file could not be written",
    "Make the project folder and ~/.npm writable for your user"
  ],
  [
    /\b(ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_LOCKFILE_\w+|ERR_PNPM_NO_LOCKFILE)\b/,
    "pnpm-lock.yaml does not match the package.json files",
    "Bring it up to date with npx PNPM install"
  ]
]

/**
 * Returns the cause and the remedy of a failed install from its log. The last match counts, because earlier
 * problems were retried.
 */
export function explain(log, { exitCode, pnpm }) {
  const lines = log.split("\n").reverse()
  for (const line of lines) {
    for (const [pattern, cause, remedy] of causes) {
      const code = line.match(pattern)?.[1]
      if (code) return { cause: `${cause} (${code})`, remedy: remedy.replace("PNPM", pnpm) }
    }
  }
  const errorLine = lines.find((line) => /\bERR_|\bnpm error\b|^\s*error\b/i.test(line))?.trim()
  return { cause: errorLine ?? `the installer exited with code ${exitCode}`, remedy: "Read the log" }
}

/** Returns the command line of the npm that started this script, which works for the user. */
function npm() {
  const started = process.env.npm_execpath
  return started && basename(started) === "npm-cli.js" ? [process.execPath, started] : ["npm"]
}

/** The environment for npm and pnpm. */
function installEnv() {
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
const fetchFlags = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"]

/**
 * Returns the path of pnpm's program, which npm downloads if it is missing. `exec` runs a command line and
 * throws if it fails.
 */
async function providePnpm(exec) {
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
