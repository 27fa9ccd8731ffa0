import { blocks, bullets, code, inline, table } from "../../markdown.ts"
import { count, counted, day, days } from "../../telling.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { Voice } from "./voice.ts"

const audit = ({ facts }: Strategy, { campaign, money }: Voice): string =>
  table(
    [
      { title: "Campaign" },
      { title: "Detector" },
      { title: "Found", right: true },
      { title: "A month", right: true }
    ],
    facts.audits.flatMap((one) =>
      one.found.map(({ count: found, detector, saving }) => [
        campaign(one.campaign),
        `\`${detector}\``,
        count(found),
        saving === null ? "–" : money(saving)
      ])
    )
  )

/** What it is based on, and what could not be known. */
export const sourcesSection = (strategy: Strategy, voice: Voice): string => {
  const { demand, documents, facts } = strategy
  const sources = [
    facts.business === null
      ? "Business profile: there is none, so products, places and customers are not known. Have the website analysed in the dashboard."
      : `Business profile, from ${code(facts.business.url)}.`,
    facts.window === null
      ? "Performance: nothing was counted yet."
      : `Performance of ${days(facts.window.from, facts.window.to)}, the latest day with data; days are the ad account's own.`,
    `A live audit: ten detectors over ${counted(facts.audits.length, "running campaign")} on ${day(facts.today)}. It saved and changed nothing.`,
    demand === null
      ? `Keyword demand: not known. ${inline(facts.demand.asked ? "" : facts.demand.why)}`
      : `Keyword demand: ${counted(demand.ideas, "idea")} of Google Ads${demand.places === 0 ? ", anywhere" : ` for ${counted(demand.places, "place")}`}. Searches are its monthly averages.`,
    documents.length === 0
      ? "Documents: none were sent along."
      : `${counted(documents.length, "document")} that came along.`,
    facts.outsideChanges === 0
      ? null
      : `${counted(facts.outsideChanges, "change")} made in Google Ads since the last sync ${facts.outsideChanges === 1 ? "is" : "are"} not in these figures.`
  ].filter((source) => source !== null)
  const found = audit(strategy, voice)
  return blocks(
    "## What this is based on",
    bullets(sources),
    found === "" ? null : blocks("All that the audit found:", found)
  )
}
