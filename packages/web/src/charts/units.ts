/** How a chart writes its values: in full beside the day, and short on the axis. */
export interface Unit {
  readonly exact: (value: number) => string
  readonly short: (value: number) => string
  /** Whether the axis has whole numbers only. */
  readonly whole: boolean
}

/** Amounts of a currency: `$1,150.40`, on the axis `$1.2K`. */
export const inMoney = (currency: string): Unit => {
  const exact = new Intl.NumberFormat("en-US", { style: "currency", currency })
  const short = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1
  })
  return { exact: (value) => exact.format(value), short: (value) => short.format(value), whole: false }
}

const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 })
const compactNumber = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 })

/** Counts such as conversions: `1,204`, on the axis `1.2K`. */
export const inNumbers: Unit = {
  exact: (value) => number.format(value),
  short: (value) => compactNumber.format(value),
  whole: true
}

/** Shares from 0 to 1: `6.8%`. */
export const inPercent: Unit = {
  exact: (value) => percent.format(value),
  short: (value) => percent.format(value),
  whole: false
}

const shortDayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })

/** `2 Nov`, from a date such as `2026-11-02`. */
export const shortDay = (date: string): string => shortDayFormat.format(new Date(date))
