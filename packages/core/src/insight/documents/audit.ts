import { Effect } from "effect"
import { wordsOf } from "../../campaigns/index.ts"
import { detectors } from "../../contract/index.ts"
import { type Traffic, totalBy } from "../amounts.ts"
import type { DetectorResult } from "../detect/definition.ts"
import { detect, monthDays, monthOptions, partsOf } from "../detect/detect.ts"
import { type AnalysedOrganization, readView } from "../detect/run.ts"
import type { CampaignView } from "../detect/view.ts"
import { readEngineViews } from "../engine/advise.ts"
import { type BrandLeakView, type BudgetView, brandLeak, budgetAdvice } from "../engine/rules.ts"
import type { NewRecommendation } from "../recommendations/rows.ts"
import type { StoppedCost } from "../savings/estimate.ts"
import { mentions } from "../words.ts"

/** The intents of searches without conversions, as far as their words show. */
export const intents = ["rival", "work", "free", "question", "other"] as const
export type Intent = (typeof intents)[number]

/** Words of searches for jobs, for free or do-it-yourself solutions, or for information. English only. */
const intentPatterns: ReadonlyArray<readonly [Intent, RegExp]> = [
  [
    "work",
    /\b(?:jobs?|salary|salaries|wages?|careers?|hiring|vacanc(?:y|ies)|apprentice\w*|training|courses?|certificat\w+|licen[cs]e|internships?|degree)\b/
  ],
  [
    "free",
    /\b(?:free|diy|yourself|home ?made|home remedy|remedies|grants?|tutorials?|instructions|diagrams?|manual|pdf|templates?|parts|used|second ?hand|youtube)\b/
  ],
  [
    "question",
    /^(?:how|what|why|when|who|which|where|is|are|can|do|does)\b|\b(?:meaning|definition|wiki\w*|vs|causes?)\b/
  ]
]

/** Returns the intent of a search; a competitor's name takes precedence. */
export const intentOf = (term: string, rivals: ReadonlyArray<string>): Intent => {
  if (rivals.some(mentions(term))) return "rival"
  const text = wordsOf(term).join(" ")
  return intentPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "other"
}

const maxExamples = 5
const maxWastedItems = 10

/** An item with cost and without results, or with less value than cost. In micros, over 30 days. */
const wastedItem = (
  text: string,
  { clicks, cost_micros }: Pick<Traffic, "clicks" | "cost_micros">,
  wasted_micros: number | undefined
) => (wasted_micros === undefined ? [] : [{ text, clicks, cost_micros, wasted_micros }])
export type WastedItem = ReturnType<typeof wastedItem>[number]

/** Returns the total waste, and its most expensive items. */
const totalWaste = (all: ReadonlyArray<WastedItem>) => ({
  count: all.length,
  micros: totalBy(all, ({ wasted_micros }) => wasted_micros),
  top: all
    .toSorted((a, b) => b.wasted_micros - a.wasted_micros || a.text.localeCompare(b.text))
    .slice(0, maxWastedItems)
})

const wastedKeywords = (view: CampaignView, stops: ReadonlyArray<StoppedCost>) => {
  const wasted = new Map<number, number>()
  for (const one of stops) {
    if ("keyword" in one) wasted.set(one.keyword, Math.max(wasted.get(one.keyword) ?? 0, one.micros))
  }
  return view.keywords.flatMap(({ id, last30, text }) => wastedItem(text, last30, wasted.get(id)))
}

const wastedTerms = (view: CampaignView, stops: ReadonlyArray<StoppedCost>) => {
  const wasted = new Map(stops.flatMap((one) => ("search" in one ? [[one.search, one.micros]] : [])))
  return view.terms.flatMap(({ last30, term }) => wastedItem(term, last30, wasted.get(term)))
}

const byIntent = (terms: ReadonlyArray<WastedItem>, rivals: ReadonlyArray<string>) => {
  const groups = Map.groupBy(terms, ({ text }) => intentOf(text, rivals))
  return intents.flatMap((intent) => {
    const group = groups.get(intent)
    if (group === undefined) return []
    return [{ intent, count: group.length, micros: totalBy(group, ({ wasted_micros }) => wasted_micros) }]
  })
}

/** The engine's inputs beside the detectors; null for a campaign that the engine skips. */
interface EngineInputs {
  readonly leak: BrandLeakView | null
  readonly budget: BudgetView
}

/** Returns the conversions that a raise of a budget would bring; null for a cut. */
const extraOf = ({ findings: [finding] }: NewRecommendation) => {
  const [low, high] = [finding?.["extra_conversions_low"], finding?.["extra_conversions_high"]]
  return typeof low === "number" && typeof high === "number" ? { low, high } : null
}

/**
 * Runs all detectors and the engine's rules for one campaign. It saves nothing: the strategy has its own
 * recommendations.
 */
export const auditCampaign = (
  view: CampaignView,
  engine: EngineInputs | null,
  rivals: ReadonlyArray<string>
) => {
  const detections = detectors.map((detector) => detect(detector, view, monthOptions(detector)))
  const results = detectors.flatMap((detector, n): ReadonlyArray<DetectorResult> => {
    const { findings, operations, saving, summary } = detections[n]!
    if (findings.length === 0) return []
    const examples = findings.slice(0, maxExamples).map(({ fields }) => fields)
    return [{ detector, count: findings.length, operations: operations.length, saving, summary, examples }]
  })
  const stops = detections.flatMap(({ saves }) => saves?.stops ?? [])
  const terms = wastedTerms(view, stops)
  const leak = engine?.leak == null ? null : brandLeak(engine.leak)
  const budget = engine === null ? null : budgetAdvice(engine.budget)
  const budgetChange = budget?.operations.find((one) => one.op === "set_budget")
  return {
    campaign: view.slug,
    results,
    /** Each keyword and search once, although several detectors may find it; most expensive first. */
    keywords: totalWaste(wastedKeywords(view, stops)),
    terms: totalWaste(terms),
    /** The basis of both; the savings rule computes their combined saving. */
    saves: { spent_micros: view.last30.cost_micros, stops },
    /** The same searches by intent, as far as their words show. */
    intents: byIntent(terms, rivals),
    leak: leak === null ? null : { terms: leak.operations.length, cost: leak.saving ?? 0 },
    budget:
      budgetChange === undefined
        ? null
        : { from: budgetChange.from, to: budgetChange.to, conversions: extraOf(budget!) }
  }
}
export type CampaignAudit = ReturnType<typeof auditCampaign>

/**
 * Runs every detector over every running search campaign with current figures. It processes one campaign at a time
 * and keeps only the results, because a large one has half a million searches.
 */
export const auditRunningCampaigns = <E, R>(
  organization: AnalysedOrganization,
  campaigns: ReadonlyArray<{ readonly id: number; readonly slug: string; readonly running: boolean }>,
  rivals: ReadonlyArray<string>,
  onStage: (sentence: string) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const engine = new Map((yield* readEngineViews(organization.id)).map((view) => [view.campaign, view]))
    const running = campaigns.filter((one) => one.running)
    const audits: Array<CampaignAudit> = []
    for (const [n, { id, slug }] of running.entries()) {
      yield* onStage(`Auditing ${slug}, campaign ${n + 1} of ${running.length}.`)
      const found = yield* readView(organization, slug, monthDays, partsOf(detectors))
      if (found?.channel === "search") audits.push(auditCampaign(found.view, engine.get(id) ?? null, rivals))
    }
    return audits
  }).pipe(Effect.withSpan("strategy.auditRunning"))
