import { Schema } from "effect"
import { rounded } from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
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
  /** Of those that have an estimate, a month. */
  saving: Schema.NullOr(Schema.Number),
  left_out: Schema.Number,
  list: Schema.Array(PendingFact)
})

const sumOf = (savings: ReadonlyArray<{ readonly saving: number | null }>): number | null => {
  const known = savings.flatMap(({ saving }) => (saving === null ? [] : [saving]))
  return known.length === 0
    ? null
    : rounded(
        known.reduce((sum, saving) => sum + saving, 0),
        2
      )
}

/** What waits to be decided, the largest saving first. */
export const nextFacts = (source: Source, most = 8): typeof NextFacts.Type => ({
  total: source.pending.length,
  saving: sumOf(source.pending),
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
