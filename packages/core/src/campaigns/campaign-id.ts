import { Effect } from "effect"
import type { OrganizationFacts } from "../request/caller.ts"
import { type StatementsShape, statement } from "../storage/index.ts"
import { campaignNotFound, candidateSlugsSql, type SlugRow } from "./campaign-not-found.ts"

const byCampaignSlug = statement(
  "select id from campaigns where organization_id = $1 and slug = $2 and removed_at is null"
)
const slugs = statement(candidateSlugsSql)

/** Returns the id of the campaign that a read names, or fails with not_found and the closest slug. */
export const campaignIdOf = Effect.fnUntraced(function* (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  slug: string
) {
  const [campaign] = yield* statements.query<{ id: number }>(byCampaignSlug, [organization.id, slug])
  if (campaign !== undefined) return campaign.id
  const known = statements.query<SlugRow>(slugs, [organization.id, slug])
  return yield* campaignNotFound(slug, organization.slug, known)
})

/** Returns the id of the campaign that a filter names; null if it names none. */
export const campaignFilter = (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  slug: string | undefined
) => (slug === undefined ? Effect.succeed(null) : campaignIdOf(statements, organization, slug))
