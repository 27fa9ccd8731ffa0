import { formatLongDay } from "../../markdown/format.ts"
import { pluralize } from "../../markdown/text.ts"
import type { Section } from "../document.ts"
import type { ReportHeader } from "../facts/figures.ts"

/* The sections that every report shares. */

/** A paragraph that no model rewrites: titles, and notices about missing data. */
export const fixedParagraph = (prose: string): Section => ({ heading: null, prose, facts: {}, body: "" })

/** Explains to the reader why there are no figures. */
export const noFiguresSection = ({ latest }: ReportHeader, what: string): Section =>
  fixedParagraph(
    `No figures were counted in this ${what}: nothing was shown, or nothing has been read from the ad platform yet. ` +
      (latest === null
        ? "There are no figures at all so far. "
        : `The latest day with figures is ${formatLongDay(latest)}. `) +
      "If campaigns ran, look at the connection to the ad account first, then have this report made again: it takes the place of this one."
  )

export const aboutSection = (facts: ReportHeader, more: ReadonlyArray<string>): Section => ({
  heading: "About this report",
  prose: "",
  facts: {},
  body: aboutText(facts, more)
})

/** States where the figures come from and what they do not cover. */
const aboutText = (facts: ReportHeader, more: ReadonlyArray<string>): string => {
  const { days, days_with_data, days_with_data_before, latest, period } = facts
  const late =
    latest !== null && latest < period.to
      ? [
          `The latest day with figures is ${formatLongDay(latest)}: what came after it is not in here yet, and as many days before are compared.`
        ]
      : []
  const gaps =
    days_with_data < days && late.length === 0
      ? [
          `Figures are there for ${days_with_data} of ${pluralize(days, "day")}; on the others nothing was counted.`
        ]
      : []
  const before =
    days_with_data_before === 0
      ? ["There are no figures for the time before, so nothing is compared with it."]
      : []
  const late_conversions =
    "The ad platform reports some conversions days after their click: the latest days may still gain some."
  return [...late, ...gaps, ...before, late_conversions, ...more].map((line) => `- ${line}`).join("\n")
}
