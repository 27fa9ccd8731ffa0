import type { OrganizationPageReader } from "@adwarden/core"
import { type ChartChange, type CurrentOrganization, Figures, type PeriodFigures } from "@adwarden/core"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import { figures } from "../../parts/index.ts"
import { periodChartCard, periodFiguresOf } from "../period-chart.ts"
import { comparedText, rangeBanner, rangeOf, rangePicker } from "../range.ts"
import type { Campaign } from "./campaign-page.ts"

const defaultLength = 28

interface CampaignFiguresData {
  readonly period: PeriodFigures
  readonly changes: ReadonlyArray<ChartChange>
}

/** Reads the figures and changes of a campaign in the range of the address. */
export const readCampaignFigures = Effect.map(
  Figures,
  (reader) =>
    ({ clearance }: OrganizationPageReader, slug: string, request: BrowserRequest) => {
      const { days } = rangeOf(request, defaultLength)
      return Effect.all(
        {
          period: reader.period(clearance, days, slug),
          changes: reader.changes(clearance, days, reader.names(clearance), slug)
        },
        { concurrency: "unbounded" }
      )
    }
)

/** A campaign's figures against the days before, and its chart with its changes. A draft has none yet. */
export const campaignFigures = (
  campaign: Campaign,
  { changes, period }: CampaignFiguresData,
  { currency, slug: org }: CurrentOrganization,
  request: BrowserRequest
): Html | null => {
  const range = rangeOf(request, defaultLength)
  if (campaign.state === "draft" && period.now.impressions === 0) return null
  return html`<div class="row"><h2>Figures</h2><div class="row end">${rangePicker(request, range, period.period)}</div></div>
<p class="small">${comparedText(period)}.</p>
${rangeBanner(range, period)}
${figures(periodFiguresOf(period, currency))}
${periodChartCard({ figures: period, changes, org, currency, ofCampaign: true })}`
}
