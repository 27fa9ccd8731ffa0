import { detectorCount } from "../../../contract/index.ts"
import { formatLongDay, formatLongDays, formatNumber } from "../../markdown/format.ts"
import { table } from "../../markdown/table.ts"
import { bulletList, escapeMarkdown, inlineCode, joinBlocks, pluralize } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { StrategyFormat } from "./format.ts"

/** The first rows of a large account; the detectors list the rest. */
const maxRows = 40

const auditTable = ({ facts }: Strategy, { campaign, money }: StrategyFormat): string =>
  table(
    [
      { title: "Campaign", cell: ({ slug }) => campaign(slug) },
      { title: "Detector", cell: ({ found }) => `\`${found.detector}\`` },
      { title: "Found", numeric: true, cell: ({ found }) => formatNumber(found.count) },
      {
        title: "A month",
        numeric: true,
        cell: ({ found }) => (found.saving === null || found.saving === 0 ? "–" : money(found.saving))
      }
    ],
    facts.audits
      .flatMap((one) => one.results.map((found) => ({ slug: one.campaign, found })))
      .slice(0, maxRows)
  )

/** States the sources, and what is unknown. */
export const sourcesSection = (
  strategy: Strategy,
  openingModel: string | null,
  format: StrategyFormat
): string => {
  const { demand, documents, facts } = strategy
  const sources = [
    facts.business === null
      ? "Business profile: there is none, so products, places and customers are not known. Have the website analysed in the dashboard."
      : `Business profile, from ${inlineCode(facts.business.url)}.`,
    facts.window === null
      ? "Performance: nothing was counted yet."
      : `Performance of ${formatLongDays(facts.window.from, facts.window.to)}, the latest day with data; days are the ad account's own.`,
    `A live audit: ${detectorCount} detectors over ${pluralize(facts.audits.length, "running campaign")} on ${formatLongDay(facts.today)}. It saved and changed nothing.`,
    demand === null
      ? `Keyword demand: not known. ${escapeMarkdown(facts.demand.available ? "" : facts.demand.reason)}`
      : `Keyword demand: ${pluralize(demand.ideas, "idea")} of ${facts.platform}${demand.places === 0 ? ", anywhere" : ` for ${pluralize(demand.places, "place")}`}. Searches are its monthly averages.`,
    documents.length === 0
      ? "Documents: none were sent along."
      : `${pluralize(documents.length, "document")} that came along.`,
    facts.outsideChanges === 0
      ? null
      : `${pluralize(facts.outsideChanges, "change")} made in ${facts.platform} since the last sync ${facts.outsideChanges === 1 ? "is" : "are"} not in these figures.`,
    openingModel === null
      ? null
      : `The opening was put into words by the language model ${inlineCode(openingModel)}, from these figures alone.`
  ].filter((source) => source !== null)
  const auditRows = auditTable(strategy, format)
  return joinBlocks(
    "## What this is based on",
    bulletList(sources),
    auditRows === "" ? null : joinBlocks("All that the audit found:", auditRows)
  )
}
