import type { OperationName } from "../../../contract/index.ts"
import { type MoneyFormat, moneyFormatter, wholeMoneyFormatter } from "../../markdown/format.ts"
import type { Strategy } from "../analyse/analyse.ts"

/** The formatting of one strategy: its currency, campaign names and operation mentions. */
export interface StrategyFormat {
  readonly money: MoneyFormat
  /** For amounts without cents, such as daily budgets. */
  readonly wholeMoney: MoneyFormat
  readonly campaign: (slug: string) => string
  /** Renders an operation mention with its input; each surface shows it in its own syntax. */
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
