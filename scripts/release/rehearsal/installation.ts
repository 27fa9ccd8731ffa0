import { globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./processes.ts"

type Env = Readonly<Record<string, string>>

/** How large an installation is. */
const sizeOf = (folder: string) => {
  const files = globSync("**/*", { cwd: folder })
  const bytes = files.reduce((sum, file) => {
    const entry = lstatSync(join(folder, file))
    return entry.isFile() ? sum + entry.size : sum
  }, 0)
  const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, unknown>>
  }
  return { megabytes: bytes / 1e6, packages: Object.keys(lock.packages).length }
}

export interface Installed {
  readonly folder: string
  readonly seconds: number
  readonly megabytes: number
  readonly packages: number
}

/** Installs packages in a new project with npm, from an empty cache. */
export const install = async (
  folder: string,
  env: Env,
  ...packages: ReadonlyArray<string>
): Promise<Installed> => {
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const cache = { npm_config_cache: `${folder}.cache` }
  const { seconds } = await run("npm", ["install", ...packages], { cwd: folder, env: { ...env, ...cache } })
  return { folder, seconds, ...sizeOf(folder) }
}

/** Runs the command with npx in an empty folder, from an empty cache. */
export const npx = async (folder: string, env: Env, name: string, ...args: ReadonlyArray<string>) => {
  mkdirSync(folder)
  const cache = join(folder, "cache")
  const { seconds, stdout } = await run("npx", ["--yes", name, ...args], {
    cwd: folder,
    env: { ...env, npm_config_cache: cache }
  })
  const [installed] = globSync("_npx/*", { cwd: cache })
  return { stdout, figures: { folder, seconds, ...sizeOf(join(cache, installed!)) } satisfies Installed }
}
