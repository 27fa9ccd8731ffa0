import { Effect } from "effect"
import { NotFound, type Output } from "../../contract/index.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import { handler } from "../../request/handler.ts"
import { Statements, statement } from "../../storage/index.ts"
import { decodeLocations } from "./stored.ts"

type Profile = Output<"organizations.business_profile">

interface Row extends Omit<Profile, "status" | "target_locations"> {
  readonly status: Profile["status"] | "failed"
  readonly places: unknown
  readonly failure: string | null
}

const profileStatement = statement(`
select url, coalesce(brand_name, '') as brand_name, coalesce(description, '') as description, products,
  ideal_customer_profiles, competitors, trust_signals, places, status, failure, updated_at
from business_profiles where organization_id = $1`)

const missingProfileError = (slug: string, failure: string | null) =>
  new NotFound({
    what: `A business profile of ${slug}`,
    next:
      failure === null
        ? "Start the analysis of its website in the dashboard under {page.profile}, then read it again."
        : `The last analysis of its website failed: ${failure} Then start it again in the dashboard under {page.profile}.`
  })

/** Reads the profile. Fails if there is none, for example because the first analysis failed. */
export const readProfile = (
  statements: Statements["Type"],
  { id, slug }: Pick<OrganizationFacts, "id" | "slug">
) =>
  Effect.flatMap(statements.query<Row>(profileStatement, [id]), ([row]) => {
    if (row === undefined || row.status === "failed") return missingProfileError(slug, row?.failure ?? null)
    const { failure: _, places, status, ...told } = row
    const target_locations = decodeLocations(places, { organization: id, id }).map(({ name }) => name)
    return Effect.succeed<Profile>({ ...told, status, target_locations })
  })

export const getBusinessProfile = handler(
  "organizations.business_profile",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization }) =>
        readProfile(statements, organization)
  )
)
