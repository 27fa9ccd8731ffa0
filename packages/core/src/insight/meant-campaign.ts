import { Effect } from "effect"
import { campaignNotFound, type SlugRow, someSlugs } from "../campaigns/index.ts"
import { type StatementsShape, statement } from "../storage/index.ts"

const findCampaign = statement("select id from campaigns where organization_id = $1 and slug = $2")
const slugs = statement(someSlugs)

/** The campaign that a filter names; null where none is named. One that is not there is refused with the nearest. */
export const meantCampaign = (
  statements: StatementsShape,
  organization: { readonly id: number; readonly slug: string },
  slug: string | undefined
) =>
  Effect.gen(function* () {
    if (slug === undefined) return null
    const [found] = yield* statements.query<{ id: number }>(findCampaign, [organization.id, slug])
    if (found !== undefined) return found.id
    const known = statements.query<SlugRow>(slugs, [organization.id])
    return yield* campaignNotFound(slug, organization.slug, known)
  })
