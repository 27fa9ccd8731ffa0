import { Schema } from "effect"
import { defineTask } from "../tasks/task-kinds.ts"

/** The subject of a draft that a recommendation creates, in addition to the website. */
export const Focus = Schema.Struct({
  /** Searches that become its keywords. */
  keywords: Schema.Array(Schema.String),
  /** Its locations, instead of the business profile's. */
  locations: Schema.Array(Schema.String),
  /** Its customers, as the business profile describes them. */
  audience: Schema.optionalWith(Schema.String, { exact: true })
})
export type Focus = typeof Focus.Type

/** Generates a draft from its website. */
export const draftTask = defineTask(
  "campaign_draft",
  Schema.Struct({
    /** The provisional name; null if a person named the draft. */
    begunAs: Schema.NullOr(Schema.String),
    focus: Schema.NullOr(Focus)
  })
)

/** Generates an ad from its landing page. */
export const adTask = defineTask("campaign_ad", Schema.Struct({ ad: Schema.Int }))
