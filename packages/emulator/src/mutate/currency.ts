import { text } from "../protocol/json.ts"
import type { Context } from "./context.ts"

/**
 * The smallest unit of the account's currency, in micros: 10,000 for USD, 1,000,000 for JPY. By ISO 4217; Google's own
 * table (currency_constant.billable_unit_micros) differs for a few currencies.
 */
export const minimumUnitMicros = ({ customer }: Pick<Context, "customer">): bigint => {
  const currency = text(customer.body, "currencyCode")
  if (!/^[A-Z]{3}$/.test(currency)) return 10_000n
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency
  }).resolvedOptions()
  return 10n ** BigInt(6 - Math.min(2, maximumFractionDigits))
}
