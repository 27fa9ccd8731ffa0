import { Effect } from "effect"
import { NotFound, type Output } from "../contract/index.ts"
import { handler } from "../pipeline/handler.ts"
import { Statements, statement } from "../storage/index.ts"

const profile = statement(`
select url, coalesce(brand_name, '') as brand_name, coalesce(description, '') as description, products,
  ideal_customer_profiles, competitors, trust_signals, target_locations, status, updated_at
from business_profiles where organization_id = $1`)

export const getBusinessProfile = handler(
  "organizations.business_profile",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization }) =>
        Effect.flatMap(
          statements.query<Output<"organizations.business_profile">>(profile, [organization.id]),
          ([row]) =>
            row === undefined
              ? new NotFound({
                  what: `A business profile of ${organization.slug}`,
                  next: "Start the analysis of its website in the dashboard, then read it again."
                })
              : Effect.succeed(row)
        )
  )
)
