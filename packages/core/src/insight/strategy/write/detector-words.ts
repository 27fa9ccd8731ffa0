import type { Detector } from "../../../contract/index.ts"
import { number } from "../../markdown/amounts.ts"
import { counted, listed, plain } from "../../markdown/text.ts"
import type { Found } from "../gather/audit-campaign.ts"
import type { Voice } from "./voice.ts"

type Fields = Found["examples"][number]

/** What a detector's findings mean as something to do. */
export interface DetectorWords {
  /** "Exclude 9 searches", whatever campaigns they are in. */
  readonly title: (operations: number) => string
  readonly why: string
  /** Of one campaign: which ones, with what they cost or bring. */
  readonly line: (found: Found, voice: Voice) => string
  readonly effect: string
  /** Options that the detector is run with. */
  readonly options?: string
}

const shown = 3

const figure = (fields: Fields | undefined, field: string): number => Number(fields?.[field] ?? 0)
const text = (fields: Fields, field: string): string => `“${plain(String(fields[field]))}”`

/** “a”, “b” and others, 8 in all. */
const some = ({ count: all, examples }: Found, tell: (fields: Fields) => string): string => {
  const told = examples.slice(0, shown).map(tell)
  return all > told.length ? `${told.join(", ")} and others, ${number(all)} in all` : listed(told)
}

const inVain =
  (field: string) =>
  (found: Found, { money }: Voice) =>
    `${some(found, (fields) => text(fields, field))}: ${money(found.saving ?? 0)} a month`

const converting =
  (name: string, conversions: string, cpa: string) =>
  (found: Found, { money }: Voice) =>
    some(
      found,
      (fields) =>
        `${text(fields, name)} (${counted(figure(fields, conversions), "conversion")} at ${money(figure(fields, cpa))})`
    )

const target = ({ examples: [fields] }: Found, { money }: Voice): string => {
  const from = fields?.["current_target"]
  const to = money(figure(fields, "suggested_target"))
  const moved =
    from == null ? `a target of ${to}, where there is none` : `from ${money(Number(from))} to ${to}`
  return `${moved}; ${counted(figure(fields, "conversions"), "conversion")} cost ${money(figure(fields, "actual_cpa"))} each`
}

/** No words for `optimized_keywords`: others find the same. */
export const detectorWords: Readonly<Partial<Record<Detector, DetectorWords>>> = {
  negative_keywords: {
    title: (n) =>
      `Exclude ${counted(n, "search", "searches")} that never ${n === 1 ? "leads" : "lead"} to anything`,
    why: "Paid for in the last 30 days, without a conversion in 90.",
    line: inVain("term"),
    effect: "saved",
    options: " with `days` 30"
  },
  no_conversion_keywords: {
    title: (n) => `Pause ${counted(n, "keyword")} that ${n === 1 ? "brings" : "bring"} nothing`,
    why: "By money or by clicks there was a fair chance, and no conversion in 30 days.",
    line: inVain("text"),
    effect: "saved"
  },
  high_cpc: {
    title: (n) => `Pause ${counted(n, "keyword")} whose clicks cost too much`,
    why: "A click costs several times what the campaign pays, and the conversions do not make up for it.",
    line: (found, { money }) =>
      `${some(found, (fields) => `${text(fields, "text")} (${money(figure(fields, "avg_cpc"))} a click)`)} where the campaign pays ${money(figure(found.examples[0], "campaign_avg_cpc"))}: ${money(found.saving ?? 0)} a month`,
    effect: "saved"
  },
  hipo: {
    title: (n) => `Give strong keywords ${n === 1 ? "a campaign" : "campaigns"} of their own`,
    why: "They convert cheaply, and the budget that they share runs out.",
    line: converting("text", "conversions_30d", "cpa"),
    effect: "a budget that only they spend, so that they still show when the others have used up theirs"
  },
  new_keywords: {
    title: (n) => `Bid on ${counted(n, "search", "searches")} that ${n === 1 ? "converts" : "convert"}`,
    why: "No keyword was made for them; they are met by chance. Figures of 90 days.",
    line: converting("term", "conversions", "cpa"),
    effect: "these searches every time, at a bid of their own"
  },
  exact_match: {
    title: (n) => `Add exact twins of ${counted(n, "keyword")}`,
    why: "Searched in just these words, they convert at a good price. The wide keywords stay.",
    line: converting("text", "term_conversions", "term_cpa"),
    effect: "a bid of their own for the words that convert"
  },
  tcpa: {
    title: (n) => `Set what a conversion may cost in ${counted(n, "campaign")}`,
    why: "The platform bids towards this target. Do it after the steps above: they change what a conversion costs.",
    line: target,
    effect: "bids that follow what conversions really cost"
  },
  zero_impression: {
    title: (n) => `Pause ${counted(n, "keyword")} that nobody searches for`,
    why: "Not shown once in 90 days, or since they are there.",
    line: (found) => some(found, (fields) => text(fields, "text")),
    effect: "nothing saved and nothing lost; what is left can be seen"
  },
  keyword_count: {
    title: (n) => `Split ${counted(n, "crowded ad")}`,
    why: "One text cannot fit so many searches.",
    line: (found) =>
      some(
        found,
        (fields) =>
          `${text(fields, "ad_name")} has ${counted(figure(fields, "count"), "keyword")}, ${number(figure(fields, "threshold"))} are plenty`
      ),
    effect: "ads that say what was searched"
  }
}
