import type { KeywordFigures } from "../../campaigns/index.ts"
import type { Detector, DetectorOptions, FindingFields } from "../../contract/index.ts"
import { amountOf } from "../amounts.ts"
import { formatNumber, joinWithAnd, type MoneyFormat, pluralize, quoteInline } from "../markdown.ts"
import type { Evidence, EvidenceItem } from "../recommendations/evidence.ts"
import type { ProposedOperation } from "../recommendations/rows.ts"
import type { SavingBasis, StoppedCost } from "../savings/estimate.ts"
import { type CampaignView, confidence, referenceCpa, type ViewPart } from "./view.ts"

/** The fields of a finding, where its detector does not matter. */
type AnyFields = Readonly<Record<string, string | number | null | ReadonlyArray<string>>>

/** One row of a detector's result. */
export interface Finding<Fields = AnyFields> {
  readonly fields: Fields
  /** The same over 30 days, as pages show it beside the saving; absent if the fields are of 30 days anyway. */
  readonly monthFields?: Fields
  /** What applying it does; null if there is nothing to apply. Several findings may share one operation. */
  readonly operation: ProposedOperation | null
}

/** What a rule returns: its findings, and one sentence about applying them for the list of recommendations. */
interface Findings<Fields = AnyFields> {
  readonly findings: ReadonlyArray<Finding<Fields>>
  readonly summary: string
  /** The cost of the last 30 days that the operations would have prevented; none if they save nothing. */
  readonly stops?: ReadonlyArray<StoppedCost>
  /** What speaks for the operations; absent if they are no matter of chance. */
  readonly evidence?: Evidence
}

/** The result of a detector, as recommendations, strategies and responses use it. */
export interface Detection extends Findings {
  readonly operations: ReadonlyArray<ProposedOperation>
  /** The saving over the last 30 days, in the organization's currency; null for none. */
  readonly saving: number | null
  /** The basis of the saving; null if the detector computes none. */
  readonly saves: SavingBasis | null
}

/** The goals of a strategy's steps, in order of priority. */
export const goals = ["stop", "grow", "win", "tidy"] as const
export type Goal = (typeof goals)[number]

/** The result of a detector in the audit of a strategy. */
export interface DetectorResult {
  readonly detector: Detector
  readonly count: number
  /** The number of operations that applying would do: not every finding has one. */
  readonly operations: number
  readonly saving: number | null
  readonly summary: string
  /** The first few findings, as the detector reports them. */
  readonly examples: ReadonlyArray<Finding["fields"]>
}

/** The step of a strategy that a detector's findings lead to. */
interface DetectorStep {
  readonly goal: Goal
  /** The order among steps with the same goal. */
  readonly rank: number
  /** For example "Exclude 9 searches", for all campaigns together. */
  readonly title: (operations: number) => string
  readonly why: string
  /** For one campaign: the items, with their cost or results. */
  readonly line: (result: DetectorResult, money: MoneyFormat) => string
  readonly effect: string
  /** What people do instead of applying a recommendation, for a detector without one. */
  readonly instead?: string
  /** Whether raising the budget is an alternative to this step. */
  readonly alternativeToBudget?: true
}

/**
 * Everything about a detector in one place, except what clients see of it: its name, line and options are in
 * the contract's `detectorTable`. All functions are pure.
 */
export interface DetectorDefinition<D extends Detector> {
  /**
   * Of several detectors that find a term, the one with the lowest number keeps it. Absence of conversions is tested
   * against luck; high potential needs more conversions than an exact twin; new keywords are compared with all campaigns,
   * and optimized ones with one.
   */
  readonly strength: number
  /** The option with the number of days that it looks at; a month if it has none. */
  readonly windowOption?: keyof DetectorOptions<D> & string
  /** Whether days without service leave nothing to judge. */
  readonly needsServedDays: boolean
  /** Whether its rule ignores conversions, and so applies where they are no longer counted. */
  readonly ignoresConversions?: true
  /** What its rule reads beside the campaign's own figures. */
  readonly reads: ReadonlyArray<ViewPart>
  /** The items whose cost it saves; null if its findings save nothing by themselves. */
  readonly stops: "keywords" | "searches" | null
  /** How its saving counts conversions of what it stops; absent if it stops only what never converted. */
  readonly countsConversions?: string
  /** The days of the figures in saved findings, if they all have the same. */
  readonly findingDays?: number
  readonly detect: (view: CampaignView, options: DetectorOptions<D>) => Findings<FindingFields<D>>
  /** Explains an empty result in one sentence: whether all is well, or the data is insufficient. */
  readonly explainNoFindings: (view: CampaignView, options: DetectorOptions<D>) => string
  /** Null if the steps of other detectors cover its findings. */
  readonly step: DetectorStep | null
}

/** Returns costs per conversion as evidence, against the campaign's reference. */
export const cpaEvidence = (view: CampaignView, items: ReadonlyArray<EvidenceItem>): Evidence => ({
  measure: "cpa",
  reference: amountOf(referenceCpa(view) ?? 0),
  of: view.targetCpa === null ? "campaign" : "target",
  confidence,
  items
})

export const noFindings: Findings<never> = { findings: [], summary: "" }

export const pauseKeyword = ({ id, match, text }: KeywordFigures): ProposedOperation => ({
  op: "pause_keyword",
  keyword: id,
  text,
  match
})

/* Lines about a detector's findings in one campaign, for the steps of a strategy. */

type Fields = DetectorResult["examples"][number]

const maxExamples = 3

export const numberField = (fields: Fields | undefined, field: string): number => Number(fields?.[field] ?? 0)
export const quotedField = (fields: Fields, field: string): string => quoteInline(String(fields[field]))

/** For example “a”, “b” and others, 8 in all. */
export const listExamples = (
  { count: total, examples }: DetectorResult,
  format: (fields: Fields) => string
): string => {
  const examplesShown = examples.slice(0, maxExamples).map(format)
  return total > examplesShown.length
    ? `${examplesShown.join(", ")} and others, ${formatNumber(total)} in all`
    : joinWithAnd(examplesShown)
}

export const wastedLine = (field: string) => (result: DetectorResult, money: MoneyFormat) =>
  `${listExamples(result, (fields) => quotedField(fields, field))}: ${money(result.saving ?? 0)} a month`

export const convertingLine =
  (name: string, conversions: string, cpa: string) => (result: DetectorResult, money: MoneyFormat) =>
    listExamples(
      result,
      (fields) =>
        `${quotedField(fields, name)} (${pluralize(numberField(fields, conversions), "conversion")} at ${money(numberField(fields, cpa))})`
    )
