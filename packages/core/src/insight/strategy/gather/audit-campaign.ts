import { type Detector, detectors } from "../../../contract/index.ts"
import type { Detection, Finding } from "../../detect/detection.ts"
import { detect } from "../../detect/rules/index.ts"
import type { CampaignView, MatchType } from "../../detect/view.ts"
import { type BrandLeakView, brandLeak } from "../../engine/brand-leak.ts"
import { type BudgetView, budgetAdvice } from "../../engine/budget.ts"
import type { SavingBasis, StoppedCost } from "../../savings/estimate.ts"
import { type Intent, intentOf, intents } from "../analyse/intents.ts"

/** A month for every detector that can be asked about one, so that all figures are about the same days. */
export const auditDays = 30
const auditOptions: Readonly<Partial<Record<Detector, Readonly<Record<string, unknown>>>>> = {
  negative_keywords: { days: auditDays },
  tcpa: { period_days: auditDays }
}

/** What one detector found. */
export interface DetectorResult {
  readonly detector: Detector
  readonly count: number
  /** What applying would do, counted: not all that is found can be acted on. */
  readonly operations: number
  readonly saving: number | null
  readonly summary: string
  /** The first few, as the detector tells them. */
  readonly examples: ReadonlyArray<Finding["fields"]>
}

/** Something that was paid for and brought nothing, or less than it cost. In micros, of 30 days. */
export interface WastedItem {
  readonly text: string
  readonly match: MatchType | null
  readonly clicks: number
  readonly cost_micros: number
  /** Of the cost, what was not worth it. */
  readonly wasted_micros: number
}

export interface CampaignAudit {
  readonly campaign: string
  readonly results: ReadonlyArray<DetectorResult>
  /** Each keyword and each search once, though several detectors may have found it; the dearest first. */
  readonly keywords: WasteTotal
  readonly terms: WasteTotal
  /** What the two are made of: what they save together is for the rule of savings to say. */
  readonly saves: SavingBasis
  /** The same searches by who made them, as far as their words tell. */
  readonly intents: ReadonlyArray<{
    readonly intent: Intent
    readonly count: number
    readonly micros: number
  }>
  readonly leak: { readonly terms: number; readonly cost: number } | null
  readonly budget: { readonly from: number; readonly to: number } | null
}

/** What was wasted in all, and the dearest of it. */
export interface WasteTotal {
  readonly count: number
  readonly micros: number
  readonly top: ReadonlyArray<WastedItem>
}

const maxExamples = 5
const maxWastedItems = 10

const totalWaste = (all: ReadonlyArray<WastedItem>): WasteTotal => ({
  count: all.length,
  micros: all.reduce((sum, { wasted_micros }) => sum + wasted_micros, 0),
  top: all
    .toSorted((a, b) => b.wasted_micros - a.wasted_micros || a.text.localeCompare(b.text))
    .slice(0, maxWastedItems)
})

/** What stopping what the detectors found would save: one that several found counts once. */
const stopsOf = (detections: ReadonlyArray<Detection>): ReadonlyArray<StoppedCost> =>
  detections.flatMap(({ saves }) => saves?.stops ?? [])

const wastedKeywords = (view: CampaignView, stops: ReadonlyArray<StoppedCost>): ReadonlyArray<WastedItem> => {
  const wasted = new Map<number, number>()
  for (const one of stops) {
    if ("keyword" in one) wasted.set(one.keyword, Math.max(wasted.get(one.keyword) ?? 0, one.micros))
  }
  return view.keywords.flatMap(({ id, last30, match, text }) => {
    const wasted_micros = wasted.get(id)
    return wasted_micros === undefined
      ? []
      : [{ text, match, clicks: last30.clicks, cost_micros: last30.cost_micros, wasted_micros }]
  })
}

const wastedTerms = (
  view: CampaignView,
  stops: ReadonlyArray<StoppedCost>,
  detections: ReadonlyArray<Detection>
): ReadonlyArray<WastedItem> => {
  const wasted = new Map(stops.flatMap((one) => ("search" in one ? [[one.search, one.micros]] : [])))
  const matches = new Map(
    detections.flatMap(({ operations }) =>
      operations.flatMap((one) => (one.op === "add_negative_keyword" ? [[one.text, one.match]] : []))
    )
  )
  return view.terms.flatMap(({ last30, term }) => {
    const wasted_micros = wasted.get(term)
    return wasted_micros === undefined
      ? []
      : [
          {
            text: term,
            match: matches.get(term) ?? null,
            clicks: last30.clicks,
            cost_micros: last30.cost_micros,
            wasted_micros
          }
        ]
  })
}

const byIntent = (
  terms: ReadonlyArray<WastedItem>,
  rivals: ReadonlyArray<string>
): CampaignAudit["intents"] => {
  const groups = Map.groupBy(terms, ({ text }) => intentOf(text, rivals))
  return intents.flatMap((intent) => {
    const group = groups.get(intent)
    if (group === undefined) return []
    return [{ intent, count: group.length, micros: group.reduce((sum, one) => sum + one.wasted_micros, 0) }]
  })
}

/** What the engine looks at beside the detectors; null for a campaign that it does not look at. */
export interface EngineInputs {
  readonly leak: BrandLeakView | null
  readonly budget: BudgetView
}

/** All detectors over one campaign, and the engine's own rules. Nothing is saved: a strategy recommends by itself. */
export const auditCampaign = (
  view: CampaignView,
  engine: EngineInputs | null,
  rivals: ReadonlyArray<string>
): CampaignAudit => {
  const detections = detectors.map((detector) => detect(detector, view, auditOptions[detector]))
  const results = detectors.flatMap((detector, n): ReadonlyArray<DetectorResult> => {
    const { findings, operations, saving, summary } = detections[n]!
    if (findings.length === 0) return []
    const examples = findings.slice(0, maxExamples).map(({ fields }) => fields)
    return [{ detector, count: findings.length, operations: operations.length, saving, summary, examples }]
  })
  const stops = stopsOf(detections)
  const terms = wastedTerms(view, stops, detections)
  const leak = engine?.leak == null ? null : brandLeak(engine.leak)
  const budget = engine === null ? null : budgetAdvice(engine.budget)
  const budgetChange = budget?.operations.find((one) => one.op === "set_budget")
  return {
    campaign: view.slug,
    results,
    keywords: totalWaste(wastedKeywords(view, stops)),
    terms: totalWaste(terms),
    saves: { spent_micros: view.last30.cost_micros, stops },
    intents: byIntent(terms, rivals),
    leak: leak === null ? null : { terms: leak.operations.length, cost: leak.saving ?? 0 },
    budget: budgetChange === undefined ? null : { from: budgetChange.from, to: budgetChange.to }
  }
}
