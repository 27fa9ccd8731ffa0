import { pluralize } from "../../markdown.ts"
import type { StrategyFormat } from "./format.ts"

/** The text of a step: what, why, where, the expected result, and how to do it if that is not obvious. */
export interface StepText {
  readonly title: string
  readonly why: string
  /** One for each campaign that has details. */
  readonly lines: ReadonlyArray<string>
  readonly effect: string
  readonly how?: string
}

/** More campaigns than these are counted, not named. */
export const maxNamed = 5

/** One line for each of the first campaigns. */
export const campaignLines = <Item extends { readonly campaign: string }>(
  items: ReadonlyArray<Item>,
  describe: (item: Item) => string,
  { campaign }: StrategyFormat
): ReadonlyArray<string> => [
  ...items.slice(0, maxNamed).map((item) => `${campaign(item.campaign)}: ${describe(item)}`),
  ...(items.length > maxNamed ? [`and others, ${pluralize(items.length, "campaign")} in total`] : [])
]
