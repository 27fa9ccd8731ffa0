import { commandGroups } from "../commands/index.ts"
import { mainOf } from "../main.ts"

/** Runs any server command, from its modules. */
export const main = mainOf(commandGroups)
