import { Flag, Line, optional, withDefault } from "./values/index.ts"

/** What every guarded write takes. */
export const guardedInput = {
  dry_run: withDefault(Flag, true, "true previews and changes nothing; send false to execute"),
  preview_hash: optional(
    Line(128),
    "preview_hash of a preview; the call is refused if the plan changed since"
  )
}

/** What every write takes; over HTTP it travels as the header Idempotency-Key. */
export const idempotentInput = {
  idempotency_key: optional(
    Line(255),
    "Any text of yours: the same key with the same parameters gives the first answer again for 24 hours"
  )
}
export const idempotencyHeader = "Idempotency-Key"
