import type { RecommendationDetail } from "@adwarden/core"
import { count, money } from "../../parts/index.ts"

interface Line {
  readonly op: string
}

const counted: Readonly<Record<string, readonly [verb: string, one: string, many: string]>> = {
  add_negative_keyword: ["exclude", "search term", "search terms"],
  pause_keyword: ["pause", "keyword", "keywords"],
  add_keyword: ["add", "keyword", "keywords"]
}

const amounts: Readonly<Record<string, readonly [field: string, words: string]>> = {
  set_budget: ["suggested_budget", "set the daily budget to"],
  set_target_cpa: ["suggested_target", "set the target to"]
}

const partOf = (
  op: string,
  number: number,
  findings: RecommendationDetail["findings"],
  currency: string
): string => {
  const [verb, one, many] = counted[op] ?? []
  if (verb !== undefined) return `${verb} ${count(number, one!, many!)}`
  const [field, words] = amounts[op] ?? []
  const amount = field === undefined ? undefined : findings[0]?.[field]
  if (typeof amount === "number") return `${words} ${money(amount, currency)}`
  return op === "create_draft" ? "create the draft" : "apply it"
}

/** What the button that applies a recommendation does: "Exclude 4 searches". */
export const applyLabel = (
  lines: ReadonlyArray<Line>,
  findings: RecommendationDetail["findings"],
  currency: string
): string => {
  const parts = [...Map.groupBy(lines, ({ op }) => op)].map(([op, some]) =>
    partOf(op, some.length, findings, currency)
  )
  const label = parts.length === 0 ? "apply it" : parts.join(" and ")
  return `${label[0]!.toUpperCase()}${label.slice(1)}`
}
