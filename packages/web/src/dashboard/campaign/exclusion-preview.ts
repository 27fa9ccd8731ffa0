import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import { banner, type Check, count, money } from "../../parts/index.ts"
import { previewBox } from "../change/preview-box.ts"
import type { PreviewedChange } from "../change/previewed-change.ts"

interface ExclusionPreview {
  readonly change: PreviewedChange<"keywords.add_negatives">
  readonly request: BrowserRequest
  readonly org: string
  readonly currency: string
  /** Where the page goes after the change. */
  readonly back: string
}

const percent = (share: number): string => {
  const value = share * 100
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)}%`
}

/** What the searches brought in the last 30 days. Keywords that would be blocked are among the warnings. */
const lossChecks = (
  { preview }: PreviewedChange<"keywords.add_negatives">,
  currency: string
): ReadonlyArray<Check> => {
  const lost = preview?.would_lose
  return lost === undefined
    ? []
    : [
        {
          passes: lost.conversions > 0 ? "warn" : true,
          name: lost.conversions > 0 ? "Loses conversions" : "Loses no conversion",
          detail: `${lost.conversions_30d === undefined ? "" : `${lost.conversions_30d.toLocaleString("en-US", { maximumFractionDigits: 1 })} of the last 30 days, `}${percent(lost.conversions)} of all; ${percent(lost.clicks)} of the clicks and ${percent(lost.cost)} of the cost${lost.cost_30d === undefined ? "" : ` (${money(lost.cost_30d, currency)})`}`
        }
      ]
}

/** The preview of exclusions: the terms, what would be lost, and the button. */
export const exclusionPreview = ({ back, change, currency, org, request }: ExclusionPreview): Html | null => {
  const { preview } = change
  if (preview === undefined) return null
  const { already_there: known = [], match_type: match, would_apply: terms } = preview
  if (terms.length === 0) return banner("plain", "These searches are excluded already. Nothing would change.")
  return previewBox({
    request,
    org,
    change,
    content: html`<ul class="add">${terms.map(({ term }) => html`<li><bdi>${term}</bdi> <span class="soft">${match}</span></li>`)}</ul>${
      known.length === 0
        ? null
        : html`<p class="small soft">${count(known.length, "term")} excluded already.</p>`
    }`,
    checks: lossChecks(change, currency),
    button: terms.length === 1 ? `Exclude “${terms[0]!.term}”` : `Exclude ${terms.length} terms`,
    back
  })
}
