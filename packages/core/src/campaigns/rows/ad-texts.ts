import { Effect } from "effect"
import { runSql } from "../../storage/index.ts"
import { adSourcesColumn } from "../text-sources.ts"
import type { AdRow } from "./ad-rows.ts"

interface AdTextRow extends Pick<AdRow, "id" | "name" | "url" | "state"> {
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<string>
  readonly sources: unknown
}

/** Reads the text of a campaign's ads with their keywords, and the source of each line. */
export const readAdTexts = (organization: number, campaign: number) =>
  Effect.map(
    runSql<AdTextRow>`
      select a.id, a.name, a.url, a.state, a.headlines, a.descriptions, a.paths, a.sources,
        array(select k.text from keywords k where k.organization_id = ${organization} and k.ad_id = a.id
          and k.removed_at is null group by k.text order by min(k.id)) as keywords
      from ads a where a.organization_id = ${organization} and a.campaign_id = ${campaign}
        and a.removed_at is null order by a.id`,
    (rows) =>
      rows.map(({ sources, ...ad }) => ({
        ...ad,
        sources: sources === null ? [] : adSourcesColumn.read(sources, { organization, id: ad.id }).list
      }))
  )
