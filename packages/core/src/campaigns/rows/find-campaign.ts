import { Effect } from "effect"
import { organizationById } from "../../access/organizations.ts"
import { pagePaths } from "../../contract/index.ts"
import { runSql, runSqlText } from "../../storage/index.ts"
import { campaignNotFound, candidateSlugsSql, type SlugRow } from "../campaign-not-found.ts"
import type { StoredCampaign } from "../stored-campaign.ts"
import { decodeTargeting, type StoredTargeting } from "../stored-json.ts"

type Row = Pick<StoredCampaign, "id" | "name" | "callouts"> & {
  readonly sources: unknown
} & { readonly [Column in keyof StoredTargeting]: unknown }

/** Reads a campaign with its sitelinks and callouts, or fails with the closest slug. */
export const readCampaignAssets = (organization: number, org: string, slug: string) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<Row>`
      select id, name, callouts, sources, locations, radius, sitelinks from campaigns
      where organization_id = ${organization} and slug = ${slug} and removed_at is null`
    if (row === undefined) {
      return yield* campaignNotFound(slug, org, runSqlText<SlugRow>(candidateSlugsSql, [organization, slug]))
    }
    return { ...row, ...decodeTargeting({ ...row, organization }) }
  })

/** Returns the address of a campaign's page in the dashboard. */
export const campaignUrl = (appUrl: string, organization: number, slug: string) =>
  Effect.map(organizationById(organization), (found) => `${appUrl}${pagePaths.campaign(found.slug, slug)}`)
