import { Schema } from "effect"
import { defineTask } from "../tasks/task-kinds.ts"

/** What a draft that a recommendation makes is to be about, beside what the website says. */
export const Focus = Schema.Struct({
  /** Searches that it shall be found by. */
  keywords: Schema.Array(Schema.String),
  /** Places that it shall be shown in, instead of the business profile's. */
  locations: Schema.Array(Schema.String),
  /** Customers that it shall speak to, as the business profile describes them. */
  audience: Schema.optionalWith(Schema.String, { exact: true })
})
export type Focus = typeof Focus.Type

/** Writes a draft from its website. */
export const draftTask = defineTask(
  "campaign_draft",
  Schema.Struct({
    /** The name that it has until one is made; null where somebody gave it one. */
    begunAs: Schema.NullOr(Schema.String),
    focus: Schema.NullOr(Focus)
  })
)

/** Writes an ad from its landing page. */
export const adTask = defineTask("campaign_ad", Schema.Struct({ ad: Schema.Int }))
