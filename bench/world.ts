import { createHash } from "node:crypto"
import { genesis, rebuildTotals } from "@adwarden/core"
import { keyLastFour, keyPrefix, newKey, scopes } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

export interface Size {
  readonly organizations: number
  readonly campaigns: number
  readonly days: number
}

export interface Tenant {
  readonly slug: string
  readonly key: string
}

/** The size of an organization: number of campaigns, and days of each. */
interface OrganizationSize {
  readonly slug: string
  readonly campaigns: number
  readonly days: number
}

/** Returns sizes for this many equal organizations. */
export const sameSize = (
  { campaigns, days, organizations }: Size,
  prefix = "org"
): ReadonlyArray<OrganizationSize> =>
  Array.from({ length: organizations }, (_, n) => ({ slug: `${prefix}-${n}`, campaigns, days }))

/** A recommendation that can be applied, with its organization. */
export interface ApplicableRecommendation extends Tenant {
  readonly id: string
}

/** Recommends a larger budget for every campaign, within the limits of one call from any current budget. */
export const recommend = (tenants: ReadonlyArray<Tenant>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const details = { version: 1, findings: [], operations: [{ op: "set_budget", from: 50, to: 57 }] }
    yield* sql`insert into recommendations (organization_id, campaign_id, id, type, summary, details)
      select organization_id, id, 'rec_' || lpad(id::text, 22, '0'), 'budget', 'Raise the daily budget from 50 to 57',
        ${JSON.stringify(details)}::jsonb from campaigns`
    yield* sql`vacuum analyze recommendations`
    // Organizations take turns, because writes of one organization wait for each other by design.
    const rows = yield* sql<{ id: string; slug: string }>`select r.id, o.slug from recommendations r
      join organizations o on o.id = r.organization_id
      order by row_number() over (partition by o.id order by r.id), o.id`
    const keys = new Map(tenants.map(({ key, slug }) => [slug, key]))
    return rows.map(({ id, slug }): ApplicableRecommendation => ({ id, slug, key: keys.get(slug)! }))
  })

/** Creates organizations, each with an owner's API key, and campaigns with one row of metrics per day. */
export const fill = (
  requestedSizes: ReadonlyArray<OrganizationSize>
): Effect.Effect<ReadonlyArray<Tenant>, unknown, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tenants = requestedSizes.map(({ slug }) => ({ slug, key: newKey() }))
    const sizes = sql`json_to_recordset(${JSON.stringify(requestedSizes)}::json) as size (slug text, campaigns int, days int)`
    yield* sql`insert into users (email, name) values ('bench@adwarden.test', 'Bench')`
    yield* sql`insert into organizations (slug, name, currency, max_spend)
      select slug, slug, 'USD', 1000000 from unnest(${tenants.map((one) => one.slug)}::text[]) slug`
    yield* sql`insert into organization_locks select id from organizations`
    yield* sql`insert into memberships (organization_id, user_id, role)
      select o.id, u.id, 'owner' from organizations o, users u`
    const keys = tenants.map(({ key, slug }) => ({
      slug,
      hash: createHash("sha256").update(key).digest("hex"),
      prefix: keyPrefix(key),
      last_four: keyLastFour(key)
    }))
    yield* sql`insert into api_keys (organization_id, user_id, name, hash, prefix, last_four, scopes, expires_at)
      select o.id, u.id, 'bench', decode(k.hash, 'hex'), k.prefix, k.last_four, ${scopes}, now() + interval '1 year'
      from json_to_recordset(${JSON.stringify(keys)}::json) as k (slug text, hash text, prefix text, last_four text)
      join organizations o on o.slug = k.slug, users u`
    // No worker runs, so the token is never used.
    yield* sql`insert into ad_platform_logins (organization_id, refresh_token) select id, '\\x00' from organizations`
    yield* sql`insert into ad_accounts (organization_id, id, customer_id, status, login_id)
      select organization_id, 'acc_' || organization_id, '1' || organization_id, 'linked', id from ad_platform_logins`
    yield* sql`insert into audit_chains (organization_id, position, hash) select id, 0, ${genesis} from organizations`
    // The campaigns exist in the platform, so that the service must push their changes.
    yield* sql`insert into campaigns (organization_id, slug, name, type, state, budget, created_at, first_launched_at,
        ad_account_id, platform_id, platform_resource_name, platform_budget, platform_budget_resource_name)
      select o.id, 'campaign-' || n, 'Campaign ' || n, 'prospecting', 'live', 50, now() - n * interval '1 hour', now(),
        'acc_' || o.id, o.id || '-' || n, 'customers/1' || o.id || '/campaigns/' || n, 50,
        'customers/1' || o.id || '/campaignBudgets/' || n
      from organizations o join ${sizes} on size.slug = o.slug, generate_series(1, campaigns) n`
    yield* sql`insert into campaign_days (organization_id, campaign_id, date, impressions, clicks, cost_micros, conversions)
      select c.organization_id, c.id, current_date - d, 100 + d, 10 + d % 7, (5 + d % 11) * 1000000 + 12345, d % 3
      from campaigns c join organizations o on o.id = c.organization_id join ${sizes} on size.slug = o.slug,
        generate_series(1, days) d`
    const withDays = yield* sql<{ id: number }>`select distinct organization_id as id from campaign_days`
    yield* Effect.forEach(withDays, ({ id }) => rebuildTotals(id))
    // Analyses only the filled tables: plans made for empty tables would stay in use while they grow.
    const filled =
      "users, organizations, memberships, api_keys, ad_platform_logins, ad_accounts, audit_chains, campaigns, campaign_days, campaign_windows, organization_days"
    yield* sql.unsafe(`vacuum analyze ${filled}`)
    return tenants
  })
