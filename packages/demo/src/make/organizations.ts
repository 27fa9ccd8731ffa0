import { Keys, People as PeopleService, PlatformLogins } from "@adwarden/core"
import { maxScopes, type Role, randomBase62 } from "@adwarden/core/contract"
import { type DemoCustomer, demoWorld } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Redacted } from "effect"
import { type OrganizationPlan, organizations, people } from "../definition/organizations.ts"
import { daysAgo, insertRows } from "./rows.ts"

interface Person {
  readonly id: number
  readonly email: string
  readonly password: string
}
/** People by email address. */
export type People = ReadonlyMap<string, Person>

/** Writes all people. They share a new random password, because hashing one takes as long as all other rows. */
export const writePeople = Effect.gen(function* () {
  const { hashNewPassword, setPassword } = yield* PeopleService
  const rows = people.map(({ email, name }) => ({ email, name, created_at: daysAgo(420) }))
  const columns = { email: "text", name: "text", created_at: "timestamptz" } as const
  const insertedRows = yield* insertRows<typeof columns, { id: number; email: string }>(
    "users",
    columns,
    rows,
    "id, email"
  )
  const password = randomBase62(16)
  const hashed = yield* Effect.orDie(hashNewPassword(people[0]!, password))
  yield* Effect.forEach(insertedRows, ({ id }) => setPassword(id, hashed))
  const writtenPeople: People = new Map(insertedRows.map(({ email, id }) => [email, { id, email, password }]))
  return writtenPeople
})

/** Writes the operator's teams and their members. Returns team ids by name. */
export const writeTeams = (writtenPeople: People) =>
  Effect.gen(function* () {
    const staff = people.flatMap(({ adopsTeam, email }) => (adopsTeam ? [{ adopsTeam, email }] : []))
    const columns = { name: "text" } as const
    const teams = yield* insertRows<typeof columns, { id: number; name: string }>(
      "adops_teams",
      columns,
      [...new Set(staff.map(({ adopsTeam }) => adopsTeam))].map((name) => ({ name })),
      "id, name"
    )
    const ids: ReadonlyMap<string, number> = new Map(teams.map(({ id, name }) => [name, id]))
    yield* insertRows(
      "adops_team_members",
      { team_id: "bigint", user_id: "bigint" },
      staff.map(({ adopsTeam, email }) => ({
        team_id: ids.get(adopsTeam),
        user_id: writtenPeople.get(email)!.id
      }))
    )
    return ids
  })

/** Writes the organizations and their members. Returns organization ids by slug. */
export const writeOrganizations = (people: People, teams: ReadonlyMap<string, number>) =>
  Effect.gen(function* () {
    const columns = {
      slug: "text",
      name: "text",
      plan: "text",
      currency: "text",
      max_spend: "numeric",
      approvals_required: "boolean",
      require_preview: "boolean",
      adops_team_id: "bigint",
      created_at: "timestamptz",
      approvals_decided_at: "timestamptz",
      setup_hidden_at: "timestamptz"
    } as const
    /** The one without an ad account is on its first day. */
    const setUpAt = (slug: string) => (customerOf(slug) === undefined ? null : daysAgo(420))
    const insertedRows = yield* insertRows<typeof columns, { id: number; slug: string }>(
      "organizations",
      columns,
      organizations.map(({ adopsTeam, approvals, currency, maxSpend, name, plan, requirePreview, slug }) => ({
        slug,
        name,
        plan,
        currency,
        max_spend: maxSpend,
        approvals_required: approvals,
        require_preview: requirePreview ?? false,
        adops_team_id: adopsTeam === undefined ? null : teams.get(adopsTeam),
        created_at: daysAgo(420),
        approvals_decided_at: setUpAt(slug),
        setup_hidden_at: setUpAt(slug)
      })),
      "id, slug"
    )
    const ids: ReadonlyMap<string, number> = new Map(insertedRows.map(({ id, slug }) => [slug, id]))
    yield* insertRows(
      "organization_locks",
      { organization_id: "bigint" },
      [...ids.values()].map((organization_id) => ({ organization_id }))
    )
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

/** Returns an organization's account in the platform, or undefined if it has none. */
export const customerOf = (slug: string): DemoCustomer | undefined =>
  demoWorld.customers.find((customer) => customer.slug === slug)

/**
 * Connects each organization to its account, which has not synced yet. The organization's first member made
 * the connection and selected the account; the other members have access.
 */
export const linkAccounts = (ids: ReadonlyMap<string, number>, people: People) =>
  Effect.forEach(organizations, (plan) => {
    const customer = customerOf(plan.slug)
    return customer === undefined ? Effect.void : link(ids.get(plan.slug)!, plan, customer, people)
  })

const link = (
  id: number,
  { members }: OrganizationPlan,
  { currencyCode, customerId, login, name, timeZone }: DemoCustomer,
  people: People
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const logins = yield* PlatformLogins
    const [owner] = Object.keys(members).map((email) => people.get(email)!.id)
    const loginId = yield* logins.connect(id, {
      email: login.email,
      refreshToken: Redacted.make(login.refreshToken),
      connectedBy: owner!
    })
    yield* sql`
      insert into ad_accounts (organization_id, id, customer_id, login_id, name, currency, time_zone, status, selected,
        created_at)
      values (${id}, ${customerId}, ${customerId}, ${loginId}, ${name}, ${currencyCode}, ${timeZone}, 'linked', true,
        ${daysAgo(412)})`
  })

/** API keys by organization and role. */
export type DemoKeys = Readonly<Record<string, Partial<Record<Role, string>>>>

/** Creates an API key for each membership, with every scope that the role allows. */
export const makeKeys = Effect.gen(function* () {
  const service = yield* Keys
  const keys: Record<string, Partial<Record<Role, string>>> = {}
  for (const { members, slug } of organizations) {
    for (const [creator, role] of Object.entries(members)) {
      const { key } = yield* service.create({
        organization: slug,
        creator,
        name: `Demo ${role}`,
        scopes: [...maxScopes(role)]
      })
      keys[slug] = { ...keys[slug], [role]: key }
    }
  }
  return keys satisfies DemoKeys
}).pipe(
  // Only the demo's definition can cause these errors, so they are defects.
  Effect.catchTags({ not_found: Effect.die, role_denied: Effect.die, validation_error: Effect.die })
)
