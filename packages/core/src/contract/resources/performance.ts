import { Schema } from "effect"
import { Conversions, Count, Day, described, Fraction, Money, optional } from "../values/index.ts"

const Change = Schema.NullOr(
  Schema.String.pipe(
    Schema.pattern(/^[+-]\d+(\.\d+)?%$/, { message: () => "a signed percentage such as +12.5%" })
  )
)
const figures = { spend: Money, conversions: Conversions, cpa: Money }

export const Period = Schema.Struct({ from: Day, to: Day })

export const PerformanceSummary = Schema.Struct({
  spend: Money,
  impressions: Count,
  clicks: Count,
  ctr: described(Fraction, "Clicks for each impression, as a fraction"),
  conversions: Conversions,
  cpa: Money,
  roas: described(Fraction, "Conversion value for each unit of spend; 0 when nothing converted"),
  vs_previous: optional(
    Schema.Struct({
      spend: Change,
      conversions: Change,
      cpa: Change,
      partial: optional(Schema.Literal(true), "previous_period begins before data_from")
    }),
    "From from to data_until against previous_period; null if that had no data; omitted if compare is false"
  )
})

export const Performance = Schema.Struct({
  period: Period,
  data_from: described(Schema.NullOr(Day), "The organization's first day with data; null without any"),
  data_until: described(
    Schema.NullOr(Day),
    "The latest day with data, at most to; zeros after it are no decline; null without any data"
  ),
  previous_period: optional(
    Schema.NullOr(Period),
    "The days of vs_previous; null if the period has no data; omitted if compare is false"
  ),
  note: optional(Schema.String, "Why the period has no figures, such as one in the future"),
  summary: PerformanceSummary,
  by_campaign: optional(
    Schema.Array(
      Schema.Struct({
        slug: Schema.String,
        ...figures,
        value: optional(Money, "What the conversions are worth, as the ad platform counts it"),
        roas: optional(Fraction, "value for each unit of spend; 0 when nothing converted")
      })
    )
  ),
  by_day: optional(Schema.Array(Schema.Struct({ date: Day, ...figures }))),
  by_week: optional(
    Schema.Array(
      Schema.Struct({
        week_start: described(Day, "A Monday"),
        ...figures,
        partial: optional(Schema.Literal(true), "Fewer than seven of its days have data")
      })
    )
  )
})
