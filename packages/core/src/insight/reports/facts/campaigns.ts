import { sumBy } from "../../amounts.ts"
import { type WeekFact, weekFact } from "../../document/figures.ts"
import type { CampaignRow } from "../../document/tables.ts"
import { oneLine } from "../../markdown.ts"
import { dataUntil, fillMissingDays, type Period, weeksOf } from "../../performance/period.ts"
import type { ReportSource } from "../read/source.ts"
import { compareBy } from "./header.ts"

/** Returns the display names of campaigns. */
export const campaignNamer = ({ campaigns }: Pick<ReportSource, "campaigns">) => {
  const names = new Map(campaigns.map(({ name, slug }) => [slug, oneLine(name, 60)]))
  return (slug: string | null): string => (slug === null ? "" : (names.get(slug) ?? slug))
}

/** Returns campaigns with figures in the period or before it, most expensive first. */
export const campaignFacts = (source: ReportSource): ReadonlyArray<CampaignRow> => {
  const name = campaignNamer(source)
  const state = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign.state]))
  return compareBy(source, (campaign) => campaign)
    .map(({ figures, key }) => ({ name: name(key), state: state.get(key) ?? "removed", ...figures }))
    .toSorted(
      (a, b) => b.now.spend - a.now.spend || b.before.spend - a.before.spend || a.name.localeCompare(b.name)
    )
}

/** Returns the weeks of a period since the first day with figures: before it nothing is known. */
export const weekFacts = (
  { days, first, latest, windows }: ReportSource,
  { from, to }: Period
): ReadonlyArray<WeekFact> => {
  const byDay = sumBy(days, ({ date }) => date)
  return weeksOf(
    fillMissingDays({ from, to }, byDay).filter(([day]) => first !== null && day >= first),
    { first, latest: dataUntil(windows.period, latest) }
  ).map(({ monday, partial, sums }) => weekFact(monday, sums, partial))
}
