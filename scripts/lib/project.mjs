import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../", import.meta.url))
export const inRoot = (...path) => join(root, ...path)

/** The setup's own files, which git ignores. */
export const tools = inRoot(".tools")
export const installLog = join(tools, "install.log")

const json = (file) => JSON.parse(readFileSync(file, "utf8"))

/** The pinned pnpm version from package.json's `packageManager`, without the hash that corepack can add. */
export const pnpmVersion = () => json(inRoot("package.json")).packageManager.match(/^pnpm@([^+]+)/)[1]

/** Returns the folders of the workspace that have a package.json, as the lockfile lists them. */
export function workspaceFolders() {
  const importers =
    readFileSync(inRoot("pnpm-lock.yaml"), "utf8").match(/^importers:\n((?: .*\n|\n)+)/m)?.[1] ?? ""
  return [...importers.matchAll(/^ {2}(\S.*):$/gm)]
    .map(([, folder]) => folder)
    .filter((folder) => existsSync(inRoot(folder, "package.json")))
}

/** Returns every file that determines an install. */
export const installInputs = () => [
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  ...workspaceFolders().map((folder) => join(folder, "package.json"))
]

/** Returns the direct dependencies that do not resolve, including broken links. */
export function missingDependencies() {
  return workspaceFolders().flatMap((folder) => {
    const { dependencies, devDependencies } = json(inRoot(folder, "package.json"))
    return Object.keys({ ...dependencies, ...devDependencies })
      .map((name) => join(folder, "node_modules", name))
      .filter((link) => !existsSync(inRoot(link, "package.json")))
  })
}
