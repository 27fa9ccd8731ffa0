import { Schema } from "effect"
import { matchTypes } from "../../contract/index.ts"
import { storedColumn } from "../../storage/stored-json.ts"
import { SavingBasis } from "../savings/estimate.ts"

const KeywordFields = { text: Schema.String, match: Schema.Literal(...matchTypes) }

/**
 * One operation that applying a recommendation would do, as data: it is stored, previewed and converted into
 * edits.
 */
const ProposedOperation = Schema.Union(
  Schema.Struct({ op: Schema.Literal("pause_keyword"), keyword: Schema.Int, ...KeywordFields }),
  Schema.Struct({ op: Schema.Literal("add_keyword"), ad: Schema.Int, ...KeywordFields }),
  Schema.Struct({ op: Schema.Literal("add_negative_keyword"), ...KeywordFields }),
  Schema.Struct({
    op: Schema.Literal("set_target_cpa"),
    from: Schema.NullOr(Schema.Number),
    to: Schema.Number
  }),
  Schema.Struct({ op: Schema.Literal("set_budget"), from: Schema.Int, to: Schema.Int }),
  Schema.Struct({
    op: Schema.Literal("create_draft"),
    type: Schema.Literal("hipo"),
    keywords: Schema.Array(Schema.Struct(KeywordFields))
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
export type ProposedOperation = typeof ProposedOperation.Type

/** The findings as reported, and the operations of applying them. */
export const RecommendationDetails = Schema.Struct({
  findings: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  operations: Schema.NonEmptyArray(ProposedOperation),
  /** The basis of the estimated saving; absent without an estimate. */
  saves: Schema.optional(SavingBasis)
})
export type RecommendationDetails = typeof RecommendationDetails.Type

export const detailsColumn = storedColumn("recommendations.details", RecommendationDetails)
