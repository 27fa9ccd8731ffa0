import type { OperatorCommand } from "../command-line.ts"
import { administrationGroups } from "./administration.ts"
import { campaignGroups } from "./campaigns.ts"
import type { CommandGroups } from "./groups.ts"

/** Commands that run until they are stopped. */
const serviceGroups: CommandGroups = [
  ["dev", async () => [(await import("./dev.ts")).dev]],
  ["serve", async () => [(await import("./serve.ts")).serve]],
  ["worker", async () => [(await import("./worker.ts")).worker]]
]

/** All server commands. Their help is generated from them: run `npm run generate` after a change. */
export const commandGroups: CommandGroups = [...serviceGroups, ...administrationGroups, ...campaignGroups]

/** Loads every server command. */
export const operatorCommands = async (): Promise<ReadonlyArray<OperatorCommand>> =>
  (await Promise.all(commandGroups.map(([, load]) => load()))).flat()
