import { type MoneyFormat, moneyFormatter, oneLine, shortMoneyFormatter, strong } from "../../markdown.ts"
import type { Strategy } from "../analyse/analyse.ts"

/** The formatting of one strategy: its currency and campaign names. */
export interface StrategyFormat {
  readonly money: MoneyFormat
  /** For amounts without cents, such as daily budgets. */
  readonly shortMoney: MoneyFormat
  /** The name of a campaign, for a table. */
  readonly name: (slug: string) => string
  /** The name of a campaign within a sentence. */
  readonly campaign: (slug: string) => string
}

export const strategyFormat = ({ facts: { organization }, performance }: Strategy): StrategyFormat => {
  const names = new Map(performance.campaigns.map(({ name, slug }) => [slug, oneLine(name, 60)]))
  const name = (slug: string): string => names.get(slug) ?? slug
  return {
    money: moneyFormatter(organization.currency),
    shortMoney: shortMoneyFormatter(organization.currency),
    name,
    campaign: (slug) => strong(name(slug))
  }
}
