import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import {
  adSourcesColumn,
  campaignNamed,
  campaignSourcesColumn,
  type ShownLine,
  shownLines
} from "../campaigns/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import type { OperatorEntry } from "../request/clearance.ts"
import type { Entrance } from "../request/entrance.ts"
import { replyOf } from "../request/handler.ts"

export interface ShownAd {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly state: string
  readonly lines: ReadonlyArray<ShownLine>
}

/** All that a campaign says, line by line, each with its source. */
export interface ShownDraft {
  readonly slug: string
  readonly name: string
  readonly ads: ReadonlyArray<ShownAd>
  /** What stands below all its ads. */
  readonly lines: ReadonlyArray<ShownLine>
}

interface AdRow extends Omit<ShownAd, "lines"> {
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<string>
  readonly sources: unknown
}

const adsOf = (organization: number, campaign: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<AdRow>`
      select a.id, a.name, a.url, a.state, a.headlines, a.descriptions, a.sources,
        array(select k.text from keywords k where k.organization_id = a.organization_id and k.ad_id = a.id
          and k.removed_at is null group by k.text order by min(k.id)) as keywords
      from ads a where a.organization_id = ${organization} and a.campaign_id = ${campaign}
        and a.removed_at is null order by a.id`
  )

/** What a campaign says and where it comes from, for people: in the dashboard, and on the service's own machine. */
export const showEntrances = Effect.map(SqlClient.SqlClient, (sql) => ({
  show: (organization: string, slug: string): Entrance<ShownDraft> => ({
    name: "drafts.show",
    admits: "operators",
    organization,
    run: ({ organization: { id, slug: org } }: OperatorEntry<OrganizationFacts>) =>
      Effect.gen(function* () {
        const found = yield* campaignNamed(id, org, slug)
        const ads = yield* adsOf(id, found.id)
        const row = { organization: id, id: found.id }
        const kept = found.sources === null ? [] : campaignSourcesColumn.read(found.sources, row).list
        const shown: ShownDraft = {
          slug,
          name: found.name,
          ads: ads.map(({ descriptions, headlines, keywords, sources, ...ad }) => ({
            ...ad,
            lines: shownLines(
              [
                ["headline", headlines],
                ["description", descriptions],
                ["keyword", keywords]
              ],
              sources === null ? [] : adSourcesColumn.read(sources, { organization: id, id: ad.id }).list
            )
          })),
          lines: shownLines(
            [
              ["sitelink", found.sitelinks.map(({ text }) => text)],
              ["callout", found.callouts]
            ],
            kept
          )
        }
        return replyOf(shown)
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
  })
}))
