import { Schema } from "effect"
import { defineQueue } from "../tasks/queue-definition.ts"

const action = Schema.Struct({ organization: Schema.Number, action: Schema.String })

/** Finishes a change that went to the platform first, should its host have died on the way. */
export const actionFinish = defineQueue("action-finish", action)

/** The same for an undo that went to the platform first. */
export const undoFinish = defineQueue("undo-finish", action)
