import { formatNumber, type MoneyFormat } from "../markdown/format.ts"
import { joinWithAnd, pluralize, quoteInline } from "../markdown/text.ts"
import type { DetectorResult } from "./definition.ts"

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
