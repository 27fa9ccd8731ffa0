import {
  barChart,
  inMoney,
  inNumbers,
  legend,
  smallMultiples,
  sparkline,
  timeChart
} from "../charts/index.ts"
import { html } from "../kit/html.ts"
import { card } from "../parts/index.ts"

const dates = Array.from({ length: 28 }, (_, index) =>
  new Date(Date.UTC(2026, 10, 2 + index)).toISOString().slice(0, 10)
)
/** A week's shape with a trend, which looks like a campaign's cost. */
const cost = (level: number, trend: number) =>
  dates.map((_, index) => level + trend * index + [8, 4, 0, 2, 6, -18, -30][index % 7]!)
const costs = cost(240, -0.8)
/** Three days without figures, as after a broken login. */
const withGap = cost(90, 1).map((value, index) => (index > 9 && index < 13 ? null : value))
const conversions = dates.map((_, index) => [5, 8, 5, 9, 4, 6, 3][index % 7]!)
const dollars = inMoney("USD")

/** Every kind of chart once, for the gallery of parts. */
export const sampleCharts = html`${card({
  id: "c-chart",
  title: "Chart",
  note: legend("this period", "5 Oct – 1 Nov"),
  body: timeChart({
    id: "sample-chart",
    title: "Cost and conversions a day, 2 to 29 November 2026, with four changes",
    dates,
    panels: [
      { name: "Cost", title: "Cost a day", kind: "line", unit: dollars, values: costs, before: cost(232, 0) },
      {
        name: "Conversions",
        title: "Conversions a day",
        kind: "bars",
        unit: inNumbers,
        values: conversions,
        before: conversions.toReversed()
      }
    ],
    marks: [
      { date: "2026-11-05", title: "Boiler repair: budget $80.00 → $100.00", href: "#c-chart", by: "Adam" },
      {
        date: "2026-11-12",
        title: "Boiler repair: 9 searches excluded",
        href: "#c-chart",
        by: "nightly agent"
      },
      { date: "2026-11-13", title: "Bathroom fitting: paused", href: "#c-chart", by: "Olivia" },
      {
        date: "2026-11-28",
        title: "Drain cleaning: target CPA $35.00 → $42.00",
        href: "#c-chart",
        by: "Google Ads",
        outside: true
      }
    ]
  })
})}
<div class="duo">${card({
  id: "c-multiples",
  title: "Small multiples",
  lead: "One scale for all.",
  body: smallMultiples({
    title: "Cost a day of three campaigns",
    dates,
    unit: dollars,
    multiples: [
      { name: "Boiler repair", note: "$6,308.80", values: costs },
      { name: "Drain cleaning", note: "$2,565.00", values: withGap },
      { name: "Radiators", note: "none", values: dates.map(() => 0) }
    ]
  })
})}
${card({
  id: "c-bars",
  title: "Bars and sparkline",
  padded: false,
  body: html`${barChart({
    labelledBy: "c-bars",
    heads: ["Recommendation", "Saved", "Estimated"],
    unit: dollars,
    bars: [
      { label: "Job seekers", value: 94.1, mark: 88 },
      { label: "Spare parts", value: 38.72, mark: 58 }
    ]
  })}<div class="pad row">${sparkline(costs)}${sparkline(withGap, { runs: false })}</div>`
})}</div>`
