import { Effect } from "effect"
import { organizations } from "../definition/organizations.ts"
import type { People } from "./people.ts"
import { daysAgo, insertRows } from "./rows.ts"

/** Where the emulator serves an organization's website. */
export const websiteOf = (siteUrl: string, organization: string): string =>
  `${siteUrl}/sites/${organization}/`

/** Organizations with their members; answers their ids by slug. */
export const writeOrganizations = (people: People, teams: ReadonlyMap<string, number>) =>
  Effect.gen(function* () {
    const columns = {
      slug: "text",
      name: "text",
      plan: "text",
      currency: "text",
      max_spend: "numeric",
      approvals_required: "boolean",
      adops_team_id: "bigint",
      created_at: "timestamptz"
    } as const
    const written = yield* insertRows<typeof columns, { id: number; slug: string }>(
      "organizations",
      columns,
      organizations.map(({ adopsTeam, approvals, currency, maxSpend, name, plan, slug }) => ({
        slug,
        name,
        plan,
        currency,
        max_spend: maxSpend,
        approvals_required: approvals,
        adops_team_id: adopsTeam === undefined ? null : teams.get(adopsTeam),
        created_at: daysAgo(420)
      })),
      "id, slug"
    )
    const ids: ReadonlyMap<string, number> = new Map(written.map(({ id, slug }) => [slug, id]))
    yield* insertRows(
      "memberships",
      { organization_id: "bigint", user_id: "bigint", role: "text" },
      organizations.flatMap(({ members, slug }) =>
        Object.entries(members).map(([email, role]) => ({
          organization_id: ids.get(slug),
          user_id: people.get(email)!.id,
          role
        }))
      )
    )
    return ids
  })

/** What is known of each business, as if its website had been read a month ago. */
export const writeProfiles = (ids: ReadonlyMap<string, number>, siteUrl: string) =>
  insertRows(
    "business_profiles",
    {
      organization_id: "bigint",
      status: "text",
      url: "text",
      brand_name: "text",
      description: "text",
      products: "text[]",
      ideal_customer_profiles: "text[]",
      competitors: "text[]",
      trust_signals: "text[]",
      target_locations: "text[]",
      created_at: "timestamptz",
      updated_at: "timestamptz"
    },
    organizations.flatMap(({ profile, slug }) =>
      profile === undefined
        ? []
        : [
            {
              organization_id: ids.get(slug),
              status: "ready",
              url: websiteOf(siteUrl, slug),
              ...profile,
              created_at: daysAgo(415),
              updated_at: daysAgo(30)
            }
          ]
    )
  )
