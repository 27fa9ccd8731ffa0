import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What is known of a business, as other features use it. */
export interface BusinessProfile {
  readonly url: string
  readonly brand_name: string
  readonly description: string
  readonly products: ReadonlyArray<string>
  readonly ideal_customer_profiles: ReadonlyArray<string>
  readonly competitors: ReadonlyArray<string>
  readonly trust_signals: ReadonlyArray<string>
  readonly target_locations: ReadonlyArray<string>
}

/** Null until there is one that is ready; one that is being made is of no use yet. */
export const findBusinessProfile = (organization: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<BusinessProfile>`
        select url, coalesce(brand_name, '') as brand_name, coalesce(description, '') as description, products,
          ideal_customer_profiles, competitors, trust_signals, target_locations
        from business_profiles where organization_id = ${organization} and status = 'ready'`,
      ([row]) => row ?? null
    )
  )

export const profileStanding = (organization: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        status: "analysing" | "ready"
      }>`select status from business_profiles where organization_id = ${organization}`,
      ([row]): "none" | "analysing" | "failed" | "ready" => row?.status ?? "none"
    )
  )
