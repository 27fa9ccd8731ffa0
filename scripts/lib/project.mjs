import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../", import.meta.url))
export const inRoot = (...path) => join(root, ...path)

/** Where set-up keeps what is its own; git ignores it. */
export const tools = inRoot(".tools")
export const installLog = join(tools, "install.log")

const json = (file) => JSON.parse(readFileSync(file, "utf8"))

/** The pinned pnpm: package.json's `packageManager` (less the hash that corepack may add) is its one home. */
export const pnpmVersion = () => json(inRoot("package.json")).packageManager.match(/^pnpm@([^+]+)/)[1]

/** The folders of the workspace that have a package.json, as the lockfile lists them. */
export function workspaceFolders() {
  const importers =
    readFileSync(inRoot("pnpm-lock.yaml"), "utf8").match(/^importers:\n((?: .*\n|\n)+)/m)?.[1] ?? ""
  return [...importers.matchAll(/^ {2}(\S.*):$/gm)]
    .map(([, folder]) => folder)
    .filter((folder) => existsSync(inRoot(folder, "package.json")))
}

/** Every file that decides what an install lays down. */
export const installInputs = () => [
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  ...workspaceFolders().map((folder) => join(folder, "package.json"))
]

/** The direct dependencies that do not resolve to anything on disk, a broken link included. */
export function missingDependencies() {
  return workspaceFolders().flatMap((folder) => {
    const { dependencies, devDependencies } = json(inRoot(folder, "package.json"))
    return Object.keys({ ...dependencies, ...devDependencies })
      .map((name) => join(folder, "node_modules", name))
      .filter((link) => !existsSync(inRoot(link, "package.json")))
  })
}
