import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import {
  campaignSourcesColumn,
  type DescribedLine,
  describeLines,
  readAdTexts,
  readCampaignAssets
} from "../campaigns/index.ts"
import type { NotFound } from "../contract/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import type { OperatorClearance, OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"

/* All text of a campaign, line by line, each with its source. */

const readTexts = ({ id: organization, slug: org }: OrganizationFacts, slug: string) =>
  Effect.gen(function* () {
    const { callouts, id, name, sitelinks, sources } = yield* readCampaignAssets(organization, org, slug)
    const ads = yield* readAdTexts(organization, id)
    const stored = sources === null ? [] : campaignSourcesColumn.read(sources, { organization, id }).list
    const texts = sitelinks.map(({ text }) => text)
    return {
      name,
      ads,
      sitelinks: describeLines([["sitelink", texts]], stored),
      callouts: describeLines([["callout", callouts]], stored)
    }
  })

/** The text around the lines of a campaign's ads. */
export interface AdTexts {
  /** Links and short texts below every ad, each with its source. */
  readonly sitelinks: ReadonlyArray<DescribedLine>
  readonly callouts: ReadonlyArray<DescribedLine>
  /** The words after the address of an ad, by its id. */
  readonly pathsOf: ReadonlyMap<number, ReadonlyArray<string>>
}

export interface CampaignTextsShape {
  readonly of: (clearance: OrganizationClearance, slug: string) => Effect.Effect<AdTexts, NotFound | SqlError>
}

/** Reads the text that the ads of a campaign share, for its page. */
export class CampaignTexts extends Context.Tag("@adwarden/CampaignTexts")<
  CampaignTexts,
  CampaignTextsShape
>() {
  static readonly layer = Layer.effect(
    CampaignTexts,
    Effect.map(
      SqlClient.SqlClient,
      (sql): CampaignTextsShape => ({
        of: ({ organization }, slug) =>
          Effect.map(readTexts(organization, slug), ({ ads, callouts, sitelinks }) => ({
            sitelinks,
            callouts,
            pathsOf: new Map(ads.map((ad) => [ad.id, ad.paths]))
          })).pipe(Effect.provideService(SqlClient.SqlClient, sql))
      })
    )
  )
}

export interface DraftAdDetail {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly state: string
  readonly lines: ReadonlyArray<DescribedLine>
}

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
    run: ({ organization }: OperatorClearance<OrganizationFacts>) =>
      Effect.map(readTexts(organization, slug), ({ ads, callouts, name, sitelinks }) =>
        respondWith<DraftDetail>({
          slug,
          name,
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
          lines: [...sitelinks, ...callouts]
        })
      )
  })
})
