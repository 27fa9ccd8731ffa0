import { longDay, longDays, number } from "../../markdown/amounts.ts"
import { table } from "../../markdown/table.ts"
import { blocks, bullets, code, counted, plain } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { Voice } from "./voice.ts"

/** Of a large account the first: whoever wants all of it runs the detectors. */
const mostRows = 40

const audit = ({ facts }: Strategy, { campaign, money }: Voice): string =>
  table(
    [
      { title: "Campaign", cell: ({ slug }) => campaign(slug) },
      { title: "Detector", cell: ({ found }) => `\`${found.detector}\`` },
      { title: "Found", figures: true, cell: ({ found }) => number(found.count) },
      {
        title: "A month",
        figures: true,
        cell: ({ found }) => (found.saving === null || found.saving === 0 ? "–" : money(found.saving))
      }
    ],
    facts.audits
      .flatMap((one) => one.found.map((found) => ({ slug: one.campaign, found })))
      .slice(0, mostRows)
  )

/** What it is based on, and what could not be known. */
export const sourcesSection = (strategy: Strategy, openedBy: string | null, voice: Voice): string => {
  const { demand, documents, facts } = strategy
  const sources = [
    facts.business === null
      ? "Business profile: there is none, so products, places and customers are not known. Have the website analysed in the dashboard."
      : `Business profile, from ${code(facts.business.url)}.`,
    facts.window === null
      ? "Performance: nothing was counted yet."
      : `Performance of ${longDays(facts.window.from, facts.window.to)}, the latest day with data; days are the ad account's own.`,
    `A live audit: ten detectors over ${counted(facts.audits.length, "running campaign")} on ${longDay(facts.today)}. It saved and changed nothing.`,
    demand === null
      ? `Keyword demand: not known. ${plain(facts.demand.asked ? "" : facts.demand.why)}`
      : `Keyword demand: ${counted(demand.ideas, "idea")} of Google Ads${demand.places === 0 ? ", anywhere" : ` for ${counted(demand.places, "place")}`}. Searches are its monthly averages.`,
    documents.length === 0
      ? "Documents: none were sent along."
      : `${counted(documents.length, "document")} that came along.`,
    facts.outsideChanges === 0
      ? null
      : `${counted(facts.outsideChanges, "change")} made in Google Ads since the last sync ${facts.outsideChanges === 1 ? "is" : "are"} not in these figures.`,
    openedBy === null
      ? null
      : `The opening was put into words by the language model ${code(openedBy)}, from these figures alone.`
  ].filter((source) => source !== null)
  const found = audit(strategy, voice)
  return blocks(
    "## What this is based on",
    bullets(sources),
    found === "" ? null : blocks("All that the audit found:", found)
  )
}
