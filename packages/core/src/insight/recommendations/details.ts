import { Schema } from "effect"
import { matchTypes } from "../../contract/index.ts"
import { storedColumn } from "../../storage/stored-json.ts"
import { Saves } from "../savings/estimate.ts"

const Words = { text: Schema.String, match: Schema.Literal(...matchTypes) }

/** One thing that applying a recommendation would do, as data: it is stored, previewed and turned into edits. */
const Proposed = Schema.Union(
  Schema.Struct({ op: Schema.Literal("pause_keyword"), keyword: Schema.Int, ...Words }),
  Schema.Struct({ op: Schema.Literal("add_keyword"), ad: Schema.Int, ...Words }),
  Schema.Struct({ op: Schema.Literal("add_negative_keyword"), ...Words }),
  Schema.Struct({
    op: Schema.Literal("set_target_cpa"),
    from: Schema.NullOr(Schema.Number),
    to: Schema.Number
  }),
  Schema.Struct({ op: Schema.Literal("set_budget"), from: Schema.Int, to: Schema.Int }),
  Schema.Struct({
    op: Schema.Literal("create_draft"),
    type: Schema.Literal("hipo"),
    keywords: Schema.Array(Schema.Struct(Words))
  }),
  Schema.Struct({
    op: Schema.Literal("create_draft"),
    type: Schema.Literal("location"),
    website: Schema.String,
    location: Schema.String
  }),
  Schema.Struct({
    op: Schema.Literal("create_draft"),
    type: Schema.Literal("icp"),
    website: Schema.String,
    audience: Schema.String
  })
)
export type Proposed = typeof Proposed.Type

/** What was found, as it was told, and what applying it would do. */
export const Details = Schema.Struct({
  findings: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  operations: Schema.NonEmptyArray(Proposed),
  /** What the estimated saving is made of; left out where there is no estimate. */
  saves: Schema.optional(Saves)
})
export type Details = typeof Details.Type

export const detailsColumn = storedColumn("recommendations.details", Details)
