import { Effect } from "effect"
import {
  campaignSourcesColumn,
  type DescribedLine,
  describeLines,
  readAdTexts,
  readCampaignAssets
} from "../campaigns/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import type { OperatorClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"

export interface DraftAdDetail {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly state: string
  readonly lines: ReadonlyArray<DescribedLine>
}

/** All text of a campaign, line by line, each with its source. */
export interface DraftDetail {
  readonly slug: string
  readonly name: string
  readonly ads: ReadonlyArray<DraftAdDetail>
  /** The lines that all its ads share. */
  readonly lines: ReadonlyArray<DescribedLine>
}

/** Shows people the text of a campaign with its sources, in the dashboard and on the server. */
export const draftEndpoints = Effect.succeed({
  show: (organization: string, slug: string): Endpoint<DraftDetail> => ({
    name: "drafts.show",
    admits: "operators",
    organization,
    run: ({ organization: { id, slug: org } }: OperatorClearance<OrganizationFacts>) =>
      Effect.gen(function* () {
        const campaignRow = yield* readCampaignAssets(id, org, slug)
        const ads = yield* readAdTexts(id, campaignRow.id)
        const row = { organization: id, id: campaignRow.id }
        const storedSources =
          campaignRow.sources === null ? [] : campaignSourcesColumn.read(campaignRow.sources, row).list
        const detail: DraftDetail = {
          slug,
          name: campaignRow.name,
          ads: ads.map(({ descriptions, headlines, keywords, sources, ...ad }) => ({
            ...ad,
            lines: describeLines(
              [
                ["headline", headlines],
                ["description", descriptions],
                ["keyword", keywords]
              ],
              sources
            )
          })),
          lines: describeLines(
            [
              ["sitelink", campaignRow.sitelinks.map(({ text }) => text)],
              ["callout", campaignRow.callouts]
            ],
            storedSources
          )
        }
        return respondWith(detail)
      })
  })
})
