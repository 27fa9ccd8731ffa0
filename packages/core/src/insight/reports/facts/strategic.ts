import { Schema } from "effect"
import { detectors } from "../../../contract/index.ts"
import { totalBy } from "../../amounts.ts"
import { definitions } from "../../detect/detectors/index.ts"
import { joinWithAnd, oneLine } from "../../markdown/text.ts"
import { dataUntil } from "../../performance/period.ts"
import { combinedMeasuredSaving } from "../../savings/estimate.ts"
import type { ReportSource } from "../read/source.ts"
import { WeekFact, weekFacts } from "./campaigns.ts"
import {
  ComparedFigures,
  compareBy,
  compareTotals,
  daysOfPeriod,
  percentText,
  ReportHeader,
  reportHeader
} from "./figures.ts"
import { OptionFact, optionsOf } from "./options.ts"
import { AppliedFact, appliedFacts } from "./recommended.ts"
import { ThemeFact, themesOf } from "./terms.ts"

const PartFact = Schema.Struct({
  part: Schema.String,
  share: Schema.NullOr(Schema.String),
  ...ComparedFigures.fields
})
export type PartFact = typeof PartFact.Type

/** The facts of a strategic report about a quarter. */
export const StrategicFacts = Schema.Struct({
  type: Schema.Literal("strategic"),
  ...ReportHeader.fields,
  all: ComparedFigures,
  weeks: Schema.Array(WeekFact),
  by_type: Schema.Array(PartFact),
  by_place: Schema.Array(PartFact),
  themes: Schema.Array(ThemeFact),
  tried: Schema.Struct({
    changes: Schema.Number,
    total: Schema.Number,
    undone: Schema.Number,
    /** The number with both estimate and result: after 30 days, else after 14. */
    measured: Schema.Number,
    estimated: Schema.Number,
    realised: Schema.Number,
    list: Schema.Array(AppliedFact),
    left_out: Schema.Number,
    /** The days after which results are measured. */
    measured_after: Schema.Array(Schema.Number)
  }),
  options: Schema.Array(Schema.Struct({ number: Schema.Number, ...{ fact: OptionFact } })),
  options_wanted: Schema.Number
})
export type StrategicFacts = typeof StrategicFacts.Type

const limits = { themes: 8, applied: 12, places: 8 } as const

/** Returns the shares of the total, grouped by a property of campaigns. */
const sharesBy = (source: ReportSource, groupOf: (slug: string) => string): ReadonlyArray<PartFact> => {
  const parts = compareBy(source, groupOf)
  const whole = totalBy(parts, ({ spent }) => spent)
  return parts
    .map(({ figures, key, spent }) => ({ part: key, share: percentText(spent, whole), ...figures }))
    .toSorted((a, b) => b.now.spend - a.now.spend || a.part.localeCompare(b.part))
}

/** Whether a recommendation stops searches; all others with a saving stop keywords. */
const stopsSearches = (type: string): boolean =>
  type === "brand_leak" || detectors.some((one) => one === type && definitions[one].stops === "searches")

const appliedSummary = (source: ReportSource): StrategicFacts["tried"] => {
  const applied = appliedFacts(source)
  const measured = source.applied.flatMap(
    ({ campaign, realised_14d, realised_30d, saving, status, type }) => {
      const realised = realised_30d ?? realised_14d
      const groupOf = { campaign, stops: stopsSearches(type) ? ("searches" as const) : ("keywords" as const) }
      return status === "undone" || saving === null || realised === null
        ? []
        : [{ estimate: { ...groupOf, amount: saving }, outcome: { ...groupOf, amount: realised } }]
    }
  )
  return {
    changes: source.actions_total,
    total: applied.length,
    undone: applied.filter(({ undone }) => undone).length,
    measured: measured.length,
    estimated: combinedMeasuredSaving(measured.map(({ estimate }) => estimate)),
    realised: combinedMeasuredSaving(measured.map(({ outcome }) => outcome)),
    list: applied.slice(0, limits.applied),
    left_out: Math.max(0, applied.length - limits.applied),
    measured_after: [14, 30]
  }
}

export const strategicFacts = (source: ReportSource): StrategicFacts => {
  const campaigns = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign]))
  const { period } = source.windows
  return {
    type: "strategic",
    ...reportHeader(source),
    all: compareTotals(source),
    weeks: weekFacts(daysOfPeriod(source), period, dataUntil(period, source.latest)),
    by_type: sharesBy(source, (slug) => campaigns.get(slug)?.type ?? "removed"),
    by_place: sharesBy(source, (slug) => {
      const places = campaigns.get(slug)?.places ?? []
      return places.length === 0 ? "" : oneLine(joinWithAnd(places.toSorted()), 60)
    }).slice(0, limits.places),
    themes: themesOf(source, limits.themes),
    tried: appliedSummary(source),
    options: optionsOf(source).map((fact, n) => ({ number: n + 1, fact })),
    options_wanted: 3
  }
}
