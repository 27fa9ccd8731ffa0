import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { organizations } from "../definition/organizations.ts"
import type { OrganizationPlan } from "../definition/types.ts"
import { daysBefore, momentBefore } from "../traffic/days.ts"
import { giveAccess } from "./access.ts"
import { insertRows } from "./insert-rows.ts"
import type { Person } from "./people.ts"

/** Where an organization's website is served. */
export const websiteOf = (siteUrl: string, organization: string): string =>
  `${siteUrl.replace(/\/+$/, "")}/sites/${organization}/`

/** Organizations with their members; answers their ids by slug. */
export const writeOrganizations = (
  today: string,
  people: ReadonlyMap<string, Person>,
  teams: ReadonlyMap<string, number>
) =>
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
    const created_at = momentBefore(today, { days: 420 })
    const rows = organizations.map((organization) => ({
      slug: organization.slug,
      name: organization.name,
      plan: organization.plan,
      currency: organization.currency,
      max_spend: organization.maxSpend,
      approvals_required: organization.approvals,
      adops_team_id: organization.adopsTeam === undefined ? null : teams.get(organization.adopsTeam),
      created_at
    }))
    const written = yield* insertRows<typeof columns, { id: number; slug: string }>(
      "organizations",
      columns,
      rows,
      "id, slug"
    )
    const ids = new Map(written.map(({ id, slug }) => [slug, id]))
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

export const writeProfile = (
  id: number,
  { profile, slug }: OrganizationPlan,
  today: string,
  siteUrl: string
) =>
  insertRows(
    "business_profiles",
    {
      organization_id: "bigint",
      status: "text",
      url: "text",
      brand_name: "text",
      description: "text",
      products: "jsonb",
      ideal_customer_profiles: "jsonb",
      competitors: "jsonb",
      trust_signals: "jsonb",
      target_locations: "jsonb",
      created_at: "timestamptz",
      updated_at: "timestamptz"
    },
    profile === undefined
      ? []
      : [
          {
            organization_id: id,
            status: "ready",
            url: websiteOf(siteUrl, slug),
            ...profile,
            created_at: momentBefore(today, { days: 415 }),
            updated_at: momentBefore(today, { days: 30 })
          }
        ]
  )

/** The ad account with its login; every member can reach it, and the organization has it selected. */
export const writeAccount = (
  id: number,
  { account, currency, members, name }: OrganizationPlan,
  people: ReadonlyMap<string, Person>,
  today: string
) =>
  Effect.gen(function* () {
    if (account === undefined) return
    const sql = yield* SqlClient.SqlClient
    const { broken, customerId, login, timeZone } = account
    const brokenAt = broken === undefined ? null : momentBefore(today, { days: 21 })
    const owner = Object.keys(members)[0]!
    const [made] = yield* sql<{ id: number }>`
      insert into ad_platform_logins
        (organization_id, email, state, broken_reason, broken_at, connected_by, connected_at)
      values (${id}, ${login}, ${broken === undefined ? "connected" : "broken"}, ${broken ?? null}, ${brokenAt},
        ${people.get(owner)!.id}, ${momentBefore(today, { days: 412 })})
      returning id`
    const syncedAt = brokenAt ?? momentBefore(today, {})
    yield* sql`
      insert into ad_accounts (organization_id, id, customer_id, login_id, name, currency, time_zone, status,
        structure_synced_at, metrics_synced_through, changes_read_until, sync_error, created_at)
      values (${id}, ${customerId}, ${customerId}, ${made!.id}, ${name}, ${currency}, ${timeZone}, 'linked',
        ${syncedAt}, ${daysBefore(syncedAt.slice(0, 10), 1)}, ${syncedAt},
        ${broken === undefined ? null : "google_ads_connection_broken"}, ${momentBefore(today, { days: 412 })})`
    yield* giveAccess(id, customerId, members, people)
  })
