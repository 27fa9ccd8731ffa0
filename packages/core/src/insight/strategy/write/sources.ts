import { detectorCount } from "../../../contract/index.ts"
import type { Section } from "../../document/document.ts"
import {
  bulletList,
  escapeMarkdown,
  formatLongDay,
  formatLongDays,
  inlineCode,
  pluralize
} from "../../markdown.ts"
import type { Strategy } from "../analyse/analyse.ts"

/** States the period, the sources, and what is not known. */
export const sourcesSection = ({ demand, documents, facts, performance: { window } }: Strategy): Section => {
  const { audits, business, outsideChanges, platform, today } = facts
  return {
    heading: "What this is based on",
    body: bulletList(
      [
        window === null
          ? "**Period:** there are no figures yet."
          : `**Period:** ${formatLongDays(window.from, window.to)}, in the ad account's own days.`,
        business === null ? null : `**Business profile:** from ${inlineCode(business.url)}.`,
        `**Audit:** ${detectorCount} checks of ${pluralize(audits.length, "running campaign")} on ${formatLongDay(today)}. It changed nothing.`,
        demand === null
          ? null
          : `**Keyword demand:** ${pluralize(demand.ideas, "search", "searches")} that ${platform} suggests${demand.places === 0 ? ", anywhere" : ` for ${pluralize(demand.places, "place")}`}, with monthly averages.`,
        documents.length === 0
          ? null
          : `**Documents:** ${pluralize(documents.length, "document")} that you attached.`,
        business === null
          ? "**Not known:** products, places and customers, because there is no business profile. Have the website analysed in the dashboard."
          : null,
        demand === null
          ? `**Not known:** keyword demand. ${escapeMarkdown(facts.demand.available ? "" : facts.demand.reason)}`
          : null,
        outsideChanges === 0
          ? null
          : `**Not known:** the effect of ${pluralize(outsideChanges, "change")} made in ${platform} since the last sync.`,
        "**Not known:** the season, the website's own changes, and what competitors do."
      ].filter((line) => line !== null)
    )
  }
}
