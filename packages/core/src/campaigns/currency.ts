/**
 * The smallest amount of a currency, by ISO 4217: 0.01 of USD, 1 of JPY. Amounts here have at most two decimals, so a
 * currency with three counts as one with two. A code that is unknown counts as one with two as well.
 *
 * @example smallestUnit("JPY") // 1
 */
export const smallestUnit = (currency: string): number => {
  if (!/^[A-Z]{3}$/.test(currency)) return 0.01
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency
  }).resolvedOptions()
  return maximumFractionDigits >= 2 ? 0.01 : 10 ** -maximumFractionDigits
}
