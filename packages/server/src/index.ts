/** The server commands of `adwarden`. `@adwarden/cli` loads this package to run one of them. */
import type { ServerPackage } from "@adwarden/cli"
import { loadProgram } from "./programs/index.ts"

export type { OperatorCommand } from "./command-line.ts"

/** Loads every server command: its help and completion data, and its handler. */
export const operatorCommands = async () => (await import("./commands/index.ts")).operatorCommands()

/** Runs a server command by its words, and ends the process. */
export const main: ServerPackage["main"] = async (given, words, terminal) =>
  (await loadProgram(words)).main(given, words, terminal)
