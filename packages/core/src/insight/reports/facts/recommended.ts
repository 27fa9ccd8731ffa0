import { Schema } from "effect"
import { oneLine } from "../../markdown/text.ts"
import { estimateDays, savingOf, savingTogether } from "../../savings/estimate.ts"
import type { AppliedRead, PendingRead, Source } from "../read/source.ts"
import { nameOf } from "./campaigns.ts"

export const PendingFact = Schema.Struct({
  id: Schema.String,
  campaign: Schema.String,
  summary: Schema.String,
  saving: Schema.NullOr(Schema.Number)
})

export const NextFacts = Schema.Struct({
  total: Schema.Number,
  /** Of those that have an estimate, together: what several of them stop counts once. Of 30 days. */
  saving: Schema.NullOr(Schema.Number),
  /** How many have an estimate. Older reports do not say. */
  estimated: Schema.optional(Schema.Number),
  /** Days that an estimate covers. */
  saving_days: Schema.optional(Schema.Number),
  left_out: Schema.Number,
  list: Schema.Array(PendingFact)
})

/** What waits to be decided, the largest saving first. */
export const nextFacts = (source: Source, most = 8): typeof NextFacts.Type => ({
  total: source.pending.length,
  saving: savingTogether(source.pending),
  estimated: source.pending.filter(({ saves }) => saves !== null && savingOf(saves) !== null).length,
  saving_days: estimateDays,
  left_out: Math.max(0, source.pending.length - most),
  list: source.pending.slice(0, most).map(({ campaign, id, saving, summary }: PendingRead) => ({
    id,
    campaign: nameOf(source)(campaign),
    summary: oneLine(summary, 200),
    saving
  }))
})

export const AppliedFact = Schema.Struct({
  day: Schema.String,
  campaign: Schema.String,
  summary: Schema.String,
  undone: Schema.Boolean,
  saving: Schema.NullOr(Schema.Number),
  realised_14d: Schema.NullOr(Schema.Number),
  realised_30d: Schema.NullOr(Schema.Number)
})

export const appliedFacts = (source: Source): ReadonlyArray<typeof AppliedFact.Type> =>
  source.applied.map(
    ({ at, campaign, realised_14d, realised_30d, saving, status, summary }: AppliedRead) => ({
      day: at.slice(0, 10),
      campaign: nameOf(source)(campaign),
      summary: oneLine(summary, 200),
      undone: status === "undone",
      saving,
      realised_14d,
      realised_30d
    })
  )
