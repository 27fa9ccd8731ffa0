import { Effect } from "effect"
import type { OrganizationFacts } from "../request/caller.ts"
import { type StatementsShape, statement } from "../storage/index.ts"
import { campaignNotFound, candidateSlugsSql, type SlugRow } from "./campaign-not-found.ts"

/** SQL: the id of the campaign with the slug $2 of the organization $1. */
export const campaignIdSql =
  "select id from campaigns where organization_id = $1 and slug = $2 and removed_at is null"
const byCampaignSlug = statement(campaignIdSql)
const slugs = statement(candidateSlugsSql)

/** Returns the id of the campaign that a read names, or fails with not_found and the closest slug. */
export const campaignIdOf = Effect.fnUntraced(function* (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  slug: string
) {
  const [campaign] = yield* statements.query<{ id: number }>(byCampaignSlug, [organization.id, slug])
  return campaign === undefined ? yield* noSuchCampaign(statements, organization, slug) : campaign.id
})

/** Fails with not_found and the closest slug. */
export const noSuchCampaign = (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  slug: string
) => campaignNotFound(slug, organization.slug, statements.query<SlugRow>(slugs, [organization.id, slug]))

/** Returns the id of the campaign that a filter names; null if it names none. */
export const campaignFilter = (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  slug: string | undefined
) => (slug === undefined ? Effect.succeed(null) : campaignIdOf(statements, organization, slug))
