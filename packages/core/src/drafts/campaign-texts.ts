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
import type { OrganizationClearance } from "../request/clearance.ts"

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
        of: ({ organization: { id: organization, slug: org } }, slug) =>
          Effect.gen(function* () {
            const { callouts, id, sitelinks, sources } = yield* readCampaignAssets(organization, org, slug)
            const ads = yield* readAdTexts(organization, id)
            const stored =
              sources === null ? [] : campaignSourcesColumn.read(sources, { organization, id }).list
            const texts = sitelinks.map(({ text }) => text)
            return {
              sitelinks: describeLines([["sitelink", texts]], stored),
              callouts: describeLines([["callout", callouts]], stored),
              pathsOf: new Map(ads.map((ad) => [ad.id, ad.paths]))
            }
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
      })
    )
  )
}
