import type { OperationName } from "../../../contract/index.ts"
import { type MoneyFormat, moneyFormatter, wholeMoneyFormatter } from "../../markdown/format.ts"
import type { Strategy } from "../analyse/analyse.ts"

/** How one strategy speaks: its currency, and how it names campaigns and what can be done with them. */
export interface StrategyFormat {
  readonly money: MoneyFormat
  /** For what has no cents, such as daily budgets. */
  readonly wholeMoney: MoneyFormat
  readonly campaign: (slug: string) => string
  /** An operation and what it is called with: each surface tells it in its own words. */
  readonly call: (operation: OperationName, given?: Readonly<Record<string, string>>) => string
}

export const strategyFormat = ({ facts: { organization } }: Strategy): StrategyFormat => ({
  money: moneyFormatter(organization.currency),
  wholeMoney: wholeMoneyFormatter(organization.currency),
  campaign: (slug) => `\`${slug}\``,
  call: (operation, given = {}) => {
    const values = Object.entries(given).map(([name, value]) => ` ${name}=${value}`)
    return `{${operation}${values.join("")}}`
  }
})
