import { detectors } from "../../../contract/index.ts"
import { definitions } from "../../detect/detectors/index.ts"
import { percentText, shareTexts } from "../../document/figures.ts"
import { joinWithAnd, oneLine } from "../../markdown.ts"
import { recommendationLabels } from "../../recommendations/labels.ts"
import { isUnreliable } from "../../savings/accuracy.ts"
import { combinedMeasuredSaving } from "../../savings/estimate.ts"
import type { ReportSource } from "../read/source.ts"
import { weekFacts } from "./campaigns.ts"
import { causeFacts } from "./causes.ts"
import { compareBy, compareTotals, reportHeader } from "./header.ts"
import { optionsOf } from "./options.ts"
import { appliedFacts } from "./recommended.ts"
import { themesOf } from "./terms.ts"

const limits = { themes: 8, applied: 12, parts: 8 } as const

/** Stands for the smallest parts together. */
export const otherParts = "others"

/** Returns the parts of the total, grouped by a property of campaigns. They add up to the total. */
const partsBy = (source: ReportSource, groupOf: (slug: string) => string) => {
  const ranked = compareBy(source, groupOf).toSorted(
    (a, b) => b.spent - a.spent || a.key.localeCompare(b.key)
  )
  const own = new Set(
    ranked.slice(0, ranked.length > limits.parts ? limits.parts - 1 : limits.parts).map(({ key }) => key)
  )
  const parts = compareBy(source, (slug) => (own.has(groupOf(slug)) ? groupOf(slug) : otherParts)).toSorted(
    (a, b) =>
      Number(a.key === otherParts) - Number(b.key === otherParts) ||
      b.spent - a.spent ||
      a.key.localeCompare(b.key)
  )
  const shares = shareTexts(parts.map(({ spent }) => spent))
  return parts.map(({ figures, key }, n) => ({ part: key, share: shares[n]!, ...figures }))
}
export type PartFact = ReturnType<typeof partsBy>[number]

/** Whether a recommendation stops searches; all others with a saving stop keywords. */
const stopsSearches = (type: string): boolean =>
  type === "brand_leak" || detectors.some((one) => one === type && definitions[one].stops === "searches")

const triedFacts = (source: ReportSource) => {
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
    /** The number with both estimate and result: after 30 days, else after 14. */
    measured: measured.length,
    estimated: combinedMeasuredSaving(measured.map(({ estimate }) => estimate)).amount,
    realised: combinedMeasuredSaving(measured.map(({ outcome }) => outcome)).amount,
    /** Whether both may be more. */
    at_least: combinedMeasuredSaving(measured.map(({ outcome }) => outcome)).atLeast,
    list: applied.slice(0, limits.applied),
    left_out: Math.max(0, applied.length - limits.applied),
    /** The days after which results are measured. */
    measured_after: [14, 30]
  }
}

/** Returns realised savings beside their estimates by type, over all applied recommendations so far. */
const accuracyFacts = ({ accuracy }: ReportSource) =>
  accuracy.map((one) => ({
    label: recommendationLabels[one.type],
    measured: one.measured,
    estimated: one.estimated,
    realised: one.realised,
    share: percentText(one.realised, one.estimated),
    unreliable: isUnreliable(one)
  }))
export type AccuracyFact = ReturnType<typeof accuracyFacts>[number]

/** The facts of a strategic report about a quarter. */
export const strategicFacts = (source: ReportSource) => {
  const campaigns = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign]))
  return {
    type: "strategic" as const,
    ...reportHeader(source),
    all: compareTotals(source),
    causes: causeFacts(source),
    weeks: weekFacts(source, source.windows.period),
    by_type: partsBy(source, (slug) => campaigns.get(slug)?.type ?? "removed"),
    by_place: partsBy(source, (slug) => {
      const places = campaigns.get(slug)?.places ?? []
      return places.length === 0 ? "" : oneLine(joinWithAnd(places.toSorted()), 60)
    }),
    themes: themesOf(source, limits.themes),
    tried: triedFacts(source),
    accuracy: accuracyFacts(source),
    options: optionsOf(source).map((fact, n) => ({ number: n + 1, fact })),
    options_wanted: 3
  }
}
export type StrategicFacts = ReturnType<typeof strategicFacts>
