import type { CurrentOrganization } from "@adwarden/core"
import { daysIn, pagePaths } from "@adwarden/core/contract"
import { type Content, type Html, html, trusted } from "../kit/html.ts"
import { count, linkButton } from "../parts/index.ts"

/**
 * The rest of an empty page: what will be there, and the button that brings it while the organization has no figures.
 * `action` is the button once it has some.
 */
export const withoutFigures = (
  { effectiveRole, figures, slug }: CurrentOrganization,
  text: string,
  action?: Html | null
): { readonly text: Content; readonly action?: Html } => {
  if (figures === "first sync")
    return {
      text: `${text} The first sync is reading the ad account.`,
      action: linkButton(pagePaths.organization(slug), "See what is read")
    }
  if (figures === "read") return { text, ...(action == null ? {} : { action }) }
  return effectiveRole === "owner"
    ? {
        text,
        action: linkButton(pagePaths.settings(slug, "accounts"), "Connect an ad account", "")
      }
    : { text: `${text} Ask an owner to connect an ad account.` }
}

const hatches = trusted(
  '<svg class="hatched" aria-hidden="true"><defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0v7"/></pattern></defs><rect width="100%" height="100%" fill="url(#hatch)"/></svg>'
)

/** Days of a chart that were not read: hatched, without an axis or a line at zero. */
export const notReadYet = ({ from, to }: { readonly from: string; readonly to: string }): Html => {
  const days = daysIn(from, to)
  return html`<div class="unread">${hatches}<p><b>Not read yet: ${days.toLocaleString("en-US")} of ${count(days, "day")}</b></p></div>`
}
