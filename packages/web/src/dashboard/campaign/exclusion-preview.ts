import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { banner, type Check, count, money, table } from "../../parts/index.ts"
import { previewBox } from "../change/preview-box.ts"
import type { PreviewedChange } from "../change/previewed-change.ts"

/** Traffic of the last 30 days that would be lost: fractions, and amounts. */
interface Loss {
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
  readonly clicks_30d?: number | undefined
  readonly cost_30d?: number | undefined
  readonly conversions_30d?: number | undefined
}

const percent = (share: number): string => {
  const value = share * 100
  return value > 0 && value < 0.1 ? "less than 0.1%" : `${Math.round(value * 10) / 10}%`
}

/** What exclusions and pauses would have stopped in the last 30 days, as amounts and shares of the campaign. */
export const lossTable = (id: string, loss: Loss, currency: string): Html =>
  html`<h3 id="${id}">You would have lost, in the last 30 days</h3>${table({
    labelledBy: id,
    rows: [
      { name: "Clicks", amount: (loss.clicks_30d ?? 0).toLocaleString("en-US"), share: loss.clicks },
      { name: "Cost", amount: money(loss.cost_30d ?? 0, currency), share: loss.cost },
      {
        name: "Conversions",
        amount: (loss.conversions_30d ?? 0).toLocaleString("en-US"),
        share: loss.conversions
      }
    ],
    columns: [
      { title: "Figure", cell: ({ name }) => name },
      { title: "Amount", figure: true, cell: ({ amount }) => amount },
      { title: "Of the campaign", figure: true, cell: ({ share }) => percent(share) }
    ]
  })}`

/** Whether keywords of one's own would no longer show. */
export const blockedCheck = (blocked: ReadonlyArray<string> = []): Check =>
  blocked.length === 0
    ? { passes: true, name: "Keeps your keywords", detail: "No enabled keyword would be blocked" }
    : {
        passes: "warn",
        name: "Blocks your keywords",
        detail: `No longer shown: ${blocked.map((keyword) => `“${keyword}”`).join(", ")}`
      }

interface ExclusionPreview {
  readonly request: BrowserRequest
  readonly currency: string
  readonly change: PreviewedChange<"keywords.add_negatives">
  readonly back: string
}

/** What excluding the picked searches would do, with the button that does it. */
export const exclusionPreview = ({ back, change, currency, request }: ExclusionPreview): Html => {
  const { preview } = change
  const fresh = preview?.would_apply ?? []
  const known = preview?.already_there ?? []
  const box =
    preview !== undefined && fresh.length === 0
      ? banner("plain", "These searches are excluded already. Nothing has to be changed.")
      : previewBox({
          request,
          change,
          back,
          button: `Exclude ${count(fresh.length, "search term")}`,
          checks: [
            blockedCheck(preview?.blocked_keywords),
            ...(known.length === 0
              ? []
              : [
                  {
                    passes: null,
                    name: "Excluded already",
                    detail: known.map((one) => `“${one}”`).join(", ")
                  }
                ])
          ],
          content: html`<ul class="add">${fresh.map(({ match_type, term }) => html`<li><span><bdi>${term}</bdi> <span class="soft">(${match_type})</span></span></li>`)}</ul>
${preview?.would_lose === undefined ? null : lossTable("loss", preview.would_lose, currency)}`
        })
  return html`<div id="preview">${box}</div>`
}
