import { Schema } from "effect"
import { noSums } from "../../amounts.ts"
import { listed, oneLine } from "../../markdown/text.ts"
import { dataUntil } from "../../performance/period.ts"
import { measuredTogether } from "../../savings/estimate.ts"
import type { Source } from "../read/source.ts"
import { WeekFact, weekFacts } from "./campaigns.ts"
import { OptionFact, optionsOf } from "./options.ts"
import { AppliedFact, appliedFacts } from "./recommended.ts"
import { ThemeFact, themesOf } from "./themes.ts"
import {
  Compared,
  comparedOf,
  daysBefore,
  daysOfPeriod,
  grouped,
  Head,
  headOf,
  percent,
  sumsOf
} from "./told.ts"

const PartFact = Schema.Struct({
  part: Schema.String,
  share: Schema.NullOr(Schema.String),
  ...Compared.fields
})
export type PartFact = typeof PartFact.Type

/** What a strategic report says of a quarter. */
export const StrategicFacts = Schema.Struct({
  type: Schema.Literal("strategic"),
  ...Head.fields,
  all: Compared,
  weeks: Schema.Array(WeekFact),
  by_type: Schema.Array(PartFact),
  by_place: Schema.Array(PartFact),
  themes: Schema.Array(ThemeFact),
  tried: Schema.Struct({
    changes: Schema.Number,
    total: Schema.Number,
    undone: Schema.Number,
    /** Of those whose estimate and outcome are both known, after 30 days where they have passed, else after 14. */
    measured: Schema.Number,
    estimated: Schema.Number,
    realised: Schema.Number,
    list: Schema.Array(AppliedFact),
    left_out: Schema.Number,
    /** Days after which it is measured what came of something. */
    measured_after: Schema.Array(Schema.Number)
  }),
  options: Schema.Array(Schema.Struct({ number: Schema.Number, ...{ fact: OptionFact } })),
  options_wanted: Schema.Number
})
export type StrategicFacts = typeof StrategicFacts.Type

const most = { themes: 8, applied: 12, places: 8 } as const

/** The parts of the whole, by something that every campaign has. */
const partsBy = (source: Source, of: (slug: string) => string): ReadonlyArray<PartFact> => {
  const now = grouped(daysOfPeriod(source), ({ campaign }) => of(campaign))
  const before = grouped(daysBefore(source), ({ campaign }) => of(campaign))
  const whole = sumsOf(now.values()).cost_micros
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((part) => {
      const sums = now.get(part) ?? noSums
      return {
        part,
        share: percent(sums.cost_micros, whole),
        ...comparedOf(sums, before.get(part) ?? noSums)
      }
    })
    .toSorted((a, b) => b.now.spend - a.now.spend || a.part.localeCompare(b.part))
}

const triedFacts = (source: Source): StrategicFacts["tried"] => {
  const applied = appliedFacts(source)
  const measured = source.applied.flatMap(
    ({ campaign, realised_14d, realised_30d, saving, status, type }) => {
      const realised = realised_30d ?? realised_14d
      const of = { campaign, type }
      return status === "undone" || saving === null || realised === null
        ? []
        : [{ estimate: { ...of, amount: saving }, outcome: { ...of, amount: realised } }]
    }
  )
  return {
    changes: source.actions_total,
    total: applied.length,
    undone: applied.filter(({ undone }) => undone).length,
    measured: measured.length,
    estimated: measuredTogether(measured.map(({ estimate }) => estimate)),
    realised: measuredTogether(measured.map(({ outcome }) => outcome)),
    list: applied.slice(0, most.applied),
    left_out: Math.max(0, applied.length - most.applied),
    measured_after: [14, 30]
  }
}

export const strategicFacts = (source: Source): StrategicFacts => {
  const campaigns = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign]))
  const { period } = source.windows
  return {
    type: "strategic",
    ...headOf(source),
    all: comparedOf(sumsOf(daysOfPeriod(source)), sumsOf(daysBefore(source))),
    weeks: weekFacts(daysOfPeriod(source), period, dataUntil(period, source.latest)),
    by_type: partsBy(source, (slug) => campaigns.get(slug)?.type ?? "removed"),
    by_place: partsBy(source, (slug) => {
      const places = campaigns.get(slug)?.places ?? []
      return places.length === 0 ? "" : oneLine(listed(places.toSorted()), 60)
    }).slice(0, most.places),
    themes: themesOf(source, most.themes),
    tried: triedFacts(source),
    options: optionsOf(source).map((fact, n) => ({ number: n + 1, fact })),
    options_wanted: 3
  }
}
