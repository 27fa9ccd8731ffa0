import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import type { ParsedArguments } from "./parse.ts"
import { Refusal } from "./refusal.ts"
import type { Terminal } from "./terminal/terminal.ts"

/** The part of `@adwarden/server` that the CLI uses. */
export interface ServerPackage {
  /** Runs a server command and ends the process. */
  readonly main: (
    given: ParsedArguments,
    words: ReadonlyArray<string>,
    terminal: Terminal
  ) => void | Promise<void>
}

export type LoadServer = (words: ReadonlyArray<string>) => Promise<ServerPackage>

const name = "@adwarden/server"

const findPackage = (): string | null => {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return null
    throw error
  }
}

/**
 * Loads the server commands if their package is installed beside this one. It is no dependency, because API users do
 * not need it. The import is not a literal because the server imports this package.
 */
export const installedServer: LoadServer = async (words) => {
  const file = findPackage()
  if (file !== null) return import(pathToFileURL(file).href) as Promise<ServerPackage>
  throw new Refusal(
    `adwarden ${words.join(" ")} runs on the service's machine, and its package ${name} is not installed here.`,
    { exitReason: "failed", next: `npm install --global @adwarden/cli ${name}` }
  )
}
