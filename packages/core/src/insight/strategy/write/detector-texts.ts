import type { Detector } from "../../../contract/index.ts"
import { formatNumber } from "../../markdown/format.ts"
import { escapeMarkdown, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { DetectorResult } from "../gather/audit-campaign.ts"
import type { StrategyFormat } from "./format.ts"

type Fields = DetectorResult["examples"][number]

/** The text of a detector's findings as a step. */
export interface DetectorText {
  /** For example "Exclude 9 searches", for all campaigns together. */
  readonly title: (operations: number) => string
  readonly why: string
  /** For one campaign: the items, with their cost or results. */
  readonly line: (result: DetectorResult, format: StrategyFormat) => string
  readonly effect: string
  /** The options of the detector's run. */
  readonly options?: string
}

const maxExamples = 3

const numberField = (fields: Fields | undefined, field: string): number => Number(fields?.[field] ?? 0)
const quotedField = (fields: Fields, field: string): string => `“${escapeMarkdown(String(fields[field]))}”`

/** For example “a”, “b” and others, 8 in all. */
const listExamples = (
  { count: total, examples }: DetectorResult,
  format: (fields: Fields) => string
): string => {
  const examplesShown = examples.slice(0, maxExamples).map(format)
  return total > examplesShown.length
    ? `${examplesShown.join(", ")} and others, ${formatNumber(total)} in all`
    : joinWithAnd(examplesShown)
}

const wastedLine =
  (field: string) =>
  (result: DetectorResult, { money }: StrategyFormat) =>
    `${listExamples(result, (fields) => quotedField(fields, field))}: ${money(result.saving ?? 0)} a month`

const convertingLine =
  (name: string, conversions: string, cpa: string) =>
  (result: DetectorResult, { money }: StrategyFormat) =>
    listExamples(
      result,
      (fields) =>
        `${quotedField(fields, name)} (${pluralize(numberField(fields, conversions), "conversion")} at ${money(numberField(fields, cpa))})`
    )

const targetLine = ({ examples: [fields] }: DetectorResult, { money }: StrategyFormat): string => {
  const from = fields?.["current_target"]
  const to = money(numberField(fields, "suggested_target"))
  const targetChange =
    from == null ? `a target of ${to}, where there is none` : `from ${money(Number(from))} to ${to}`
  return `${targetChange}; ${pluralize(numberField(fields, "conversions"), "conversion")} cost ${money(numberField(fields, "actual_cpa"))} each`
}

/** No text for `optimized_keywords`: other detectors find the same keywords. */
export const detectorTexts: Readonly<Partial<Record<Detector, DetectorText>>> = {
  negative_keywords: {
    title: (n) =>
      `Exclude ${pluralize(n, "search", "searches")} that never ${n === 1 ? "leads" : "lead"} to anything`,
    why: "Paid for in the last 30 days, without a conversion in 90.",
    line: wastedLine("term"),
    effect: "saved",
    options: " with `days` 30"
  },
  no_conversion_keywords: {
    title: (n) => `Pause ${pluralize(n, "keyword")} that ${n === 1 ? "brings" : "bring"} nothing`,
    why: "By money or by clicks there was a fair chance, and no conversion in 30 days.",
    line: wastedLine("text"),
    effect: "saved"
  },
  high_cpc: {
    title: (n) => `Pause ${pluralize(n, "keyword")} whose clicks cost too much`,
    why: "A click costs several times what the campaign pays, and the conversions do not make up for it.",
    line: (result, { money }) =>
      `${listExamples(result, (fields) => `${quotedField(fields, "text")} (${money(numberField(fields, "avg_cpc"))} a click)`)} where the campaign pays ${money(numberField(result.examples[0], "campaign_avg_cpc"))}: ${money(result.saving ?? 0)} a month`,
    effect: "saved"
  },
  hipo: {
    title: (n) => `Give strong keywords ${n === 1 ? "a campaign" : "campaigns"} of their own`,
    why: "They convert cheaply, and the budget that they share runs out.",
    line: convertingLine("text", "conversions_30d", "cpa"),
    effect: "a budget that only they spend, so that they still show when the others have used up theirs"
  },
  new_keywords: {
    title: (n) => `Bid on ${pluralize(n, "search", "searches")} that ${n === 1 ? "converts" : "convert"}`,
    why: "No keyword was made for them; they are met by chance. Figures of 90 days.",
    line: convertingLine("term", "conversions", "cpa"),
    effect: "these searches every time, at a bid of their own"
  },
  exact_match: {
    title: (n) => `Add exact twins of ${pluralize(n, "keyword")}`,
    why: "Searched in just these words, they convert at a good price. The wide keywords stay.",
    line: convertingLine("text", "term_conversions", "term_cpa"),
    effect: "a bid of their own for the words that convert"
  },
  tcpa: {
    title: (n) => `Set what a conversion may cost in ${pluralize(n, "campaign")}`,
    why: "The platform bids towards this target. Do it after the steps above: they change what a conversion costs.",
    line: targetLine,
    effect: "bids that follow what conversions really cost"
  },
  zero_impression: {
    title: (n) => `Pause ${pluralize(n, "keyword")} that nobody searches for`,
    why: "Not shown once in 90 days, or since they are there.",
    line: (result) => listExamples(result, (fields) => quotedField(fields, "text")),
    effect: "nothing saved and nothing lost; what is left can be seen"
  },
  keyword_count: {
    title: (n) => `Split ${pluralize(n, "crowded ad")}`,
    why: "One text cannot fit so many searches.",
    line: (result) =>
      listExamples(
        result,
        (fields) =>
          `${quotedField(fields, "ad_name")} has ${pluralize(numberField(fields, "count"), "keyword")}, ${formatNumber(numberField(fields, "threshold"))} are plenty`
      ),
    effect: "ads that say what was searched"
  }
}
