import { Schema } from "effect"
import { detectors, isApplicable } from "../detectors.ts"
import {
  ActionId,
  described,
  Line,
  Money,
  OneOf,
  optional,
  ReportId,
  Sentence,
  StrategyId,
  ThirdPartyText,
  Timestamp,
  thirdParty
} from "../values/index.ts"

export const reportTypes = ["weekly", "strategic", "intelligence", "performance", "competitor"] as const
export const ReportType = OneOf(...reportTypes)

export const ReportRow = Schema.Struct({ id: ReportId, type: ReportType, generated_at: Timestamp })

/** Beside the whole text of a document: a tool's text has these instead, unless one section was asked for. */
const documentParts = {
  summary: optional(thirdParty(Sentence), "What the document begins with"),
  sections: optional(Schema.Array(ThirdPartyText), "Its headings, for section")
}
export const documentSection = optional(Line(200), "One heading")

export const Report = Schema.Struct({
  ...ReportRow.fields,
  ...documentParts,
  markdown: thirdParty(Sentence)
})

export const StrategyRow = Schema.Struct({
  id: StrategyId,
  status: OneOf("queued", "running", "succeeded", "failed"),
  title: ThirdPartyText,
  created_at: Timestamp,
  finished_at: Schema.NullOr(Timestamp),
  url: described(Schema.String, "Opens it in the dashboard")
})
export const Strategy = Schema.Struct({
  ...StrategyRow.fields,
  ...documentParts,
  markdown: described(Schema.NullOr(thirdParty(Sentence)), "Null while it is being written"),
  error: described(Schema.NullOr(thirdParty(Sentence)), "Why it failed, if it did")
})

/** Detectors create most recommendations; the engine itself creates these. */
export const recommendationTypes = [
  "brand_leak",
  "location",
  "icp",
  "budget",
  ...detectors.filter(isApplicable)
] as const
export const recommendationStatuses = ["pending", "applied", "dismissed", "undone"] as const

export const Recommendation = Schema.Struct({
  id: Schema.String,
  type: described(OneOf(...recommendationTypes), "A detector's name, or the engine's own kind"),
  campaign: described(Schema.String, "Slug of the campaign"),
  status: optional(OneOf(...recommendationStatuses)),
  summary: ThirdPartyText,
  estimated_monthly_saving: described(
    Schema.NullOr(Money),
    "Null here: {detectors.run} and the preview of {recommendations.apply} give it"
  ),
  created_at: Timestamp,
  action_id: optional(ActionId, "Of an applied one; {actions.undo} takes it back")
})

/** Each detector has its own fields; every finding that can be applied has a recommendation_id. */
export const Finding = thirdParty(
  Schema.Struct(
    {
      recommendation_id: optional(
        Schema.String,
        "Apply it with {recommendations.apply}; omitted if none was stored"
      ),
      detector: optional(Schema.String, "With detector all: the one that found it")
    },
    Schema.Record({ key: Schema.String, value: Schema.Unknown })
  )
)
