import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect } from "vitest"
import { compileCache } from "../../core/test/support/programs.ts"
import { commandsHere } from "./commands-here.ts"

export interface Step {
  readonly commands: string
  /** The output that the guide shows, as a part of the printed JSON; null if it shows none. */
  readonly expected: unknown
}

/** Commands that tests cannot run, each with the reason. */
export const skippedCommands: ReadonlyMap<string, string> = new Map([
  ["claude mcp add --transport http adwarden https://ads.example.com/mcp\n", "a third-party program"],
  ["npm start\n", "the test starts the same service, without the set-up that npm test has done by then"],
  ["npm test\n", "what runs the tests"]
])

/**
 * Returns a guide's `sh` blocks in order, each with the `json` block that follows it. `here` replaces what differs from
 * a reader's machine, as the URL of `npm start`.
 */
export const stepsOf = (file: string, here: ReadonlyMap<string, string> = new Map()): ReadonlyArray<Step> => {
  let page = readFileSync(file, "utf8")
  for (const [readers, ours] of here) page = page.replaceAll(readers, ours)
  const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    kind: match[1]!,
    text: match[2]!
  }))
  return blocks.flatMap((block, index) => {
    if (block.kind !== "sh" || skippedCommands.has(block.text)) return []
    const next = blocks[index + 1]
    return [{ commands: block.text, expected: next?.kind === "json" ? JSON.parse(next.text) : null }]
  })
}

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** How a page runs the command. */
const readersCommand = "npm run -s adwarden --"

/** The same in the process of the tests. */
const commandHere = "adwarden_here"

/** Commands that go on in the background take the way through npm in every run, which matters for signals. */
const inThisProcess = (commands: string): string =>
  commands.replaceAll(readersCommand, commandHere).replaceAll(/\$ADWARDEN (?=.* &$)/gm, `${readersCommand} `)

/**
 * Makes a folder a checkout, in which `npm run adwarden --` works as in the reader's and files stay outside ours. With
 * `bin`, its entry loads that bundle instead of the sources, which takes a fifth of the time.
 */
export const asCheckout = async (folder: string, bin?: string): Promise<void> => {
  for (const name of ["package.json", "scripts", "node_modules"])
    await symlink(join(root, name), join(folder, name))
  if (bin === undefined) return symlink(join(root, "packages"), join(folder, "packages"))
  await mkdir(join(folder, "packages/server"), { recursive: true })
  await writeFile(join(folder, "packages/server/adwarden.mjs"), `await import(${JSON.stringify(bin)})\n`)
}

/** The search path of a reader's shell. That of npm's scripts begins with our folders of commands. */
const readersPath = (path = process.env["PATH"] ?? ""): string =>
  path
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join("node_modules", ".bin")))
    .join(delimiter)

const markerText = "@@ end of step"

/** The running processes whose environment has this variable, with their command lines. Only Linux can tell. */
const processesWith = (variable: string): ReadonlyArray<string> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const environment = readFileSync(`/proc/${id}/environ`, "utf8").split("\0")
        return environment.includes(variable)
          ? [readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ")]
          : []
      } catch {
        return [] // It ended meanwhile, or is another user's.
      }
    })

const runInShell = (script: string, env: Readonly<Record<string, string>>, cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const mark = `ADWARDEN_GUIDE=${randomUUID()}`
    const shell = spawn("bash", ["-s"], {
      cwd,
      env: { ...compileCache(), ...env, PATH: readersPath(env["PATH"]), ADWARDEN_GUIDE: mark.split("=")[1] }
    })
    let out = ""
    let err = ""
    shell.stdout.on("data", (chunk) => (out += chunk))
    shell.stderr.on("data", (chunk) => (err += chunk))
    shell.on("close", (code) => {
      const left = code === 0 ? processesWith(mark) : []
      if (left.length > 0) reject(new Error(`The page stops not all that it starts: ${left.join("; ")}`))
      else if (code === 0) resolve(out)
      else reject(new Error(`The shell ended with ${code}: ${err}${out}`))
    })
    // If a step fails, its background processes end with the shell.
    const end = "trap '[ $? -eq 0 ] || kill $(jobs -p) 2>/dev/null || true' EXIT"
    shell.stdin.end(`set -e\n${end}\n${script}`)
  })

/**
 * Runs all steps in one shell, as a reader would, and returns the output of each. What the steps start must have
 * ended when they have: the shell stops nothing. An exact run takes the way through npm, which costs a process of npm
 * and one of ours for each command; otherwise commands run in this process, except in the background and behind a pipe.
 */
export const runSteps = async (
  steps: ReadonlyArray<Step>,
  env: Readonly<Record<string, string>>,
  cwd: string,
  exact: boolean
): Promise<ReadonlyArray<string>> => {
  const script = steps
    .map(({ commands }) => `${exact ? commands : inThisProcess(commands)}\necho\necho "${markerText}"\n`)
    .join("")
  const here = exact ? undefined : await commandsHere(cwd, commandHere, readersCommand)
  try {
    const out = await runInShell(`${here?.define ?? ""}${script}`, env, cwd)
    const printed = out.split(`${markerText}\n`).slice(0, steps.length)
    expect(printed.length, out).toBe(steps.length)
    return printed
  } finally {
    await here?.close()
  }
}

/** Matches a list that starts with these items. */
const beginningWith = (expected: ReadonlyArray<unknown>) => ({
  asymmetricMatch: (actual: unknown): boolean => {
    if (!Array.isArray(actual)) return false
    try {
      expect(actual.slice(0, expected.length)).toMatchObject(expected.map(matcher))
      return true
    } catch {
      return false
    }
  }
})

/** "…" in a guide matches any text, and "… and more" at the end of a list matches the rest of it. */
export const matcher = (expected: unknown): unknown => {
  if (expected === "…") return expect.any(String)
  if (Array.isArray(expected) && expected.at(-1) === "… and more") return beginningWith(expected.slice(0, -1))
  if (Array.isArray(expected)) return expected.map(matcher)
  if (typeof expected !== "object" || expected === null) return expected
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, matcher(value)]))
}

/** Checks that each step printed what the page shows. */
export const compare = (steps: ReadonlyArray<Step>, printed: ReadonlyArray<string>): void => {
  for (const [n, { commands, expected }] of steps.entries()) {
    if (expected === null) continue
    expect(JSON.parse(printed[n]!), commands).toMatchObject(matcher(expected) as object)
  }
}
