import { administrationGroups } from "../commands/administration.ts"
import { mainOf } from "../main.ts"

export const main = mainOf(administrationGroups)
