import { Flag, Line, optional, withDefault } from "./values/index.ts"

/** What every guarded write takes. */
export const guardedInput = {
  dry_run: withDefault(Flag, true, "true previews; false executes"),
  preview_hash: optional(Line(128), "Of a preview: refused if the plan changed since")
}

/** What every write takes; over HTTP it travels as the header Idempotency-Key. */
export const idempotentInput = {
  idempotency_key: optional(Line(255), "Any text: sent again within 24 hours, the first answer comes back")
}
export const idempotencyHeader = "Idempotency-Key"
