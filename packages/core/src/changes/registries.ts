import { Handlers } from "../request/handler.ts"
import { Edits } from "./edits.ts"
import { Writes } from "./writes.ts"

/** Empty registries, which features fill. */
export const registries = [Handlers.layer, Edits.layer, Writes.layer] as const
