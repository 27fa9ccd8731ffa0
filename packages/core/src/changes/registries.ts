import { Layer } from "effect"
import { Handlers } from "../request/handler-registry.ts"
import { Edits } from "./edits.ts"
import { Writes } from "./writes.ts"

/** Empty registries, which features fill. */
export const registries = Layer.mergeAll(Handlers.layer, Edits.layer, Writes.layer)
