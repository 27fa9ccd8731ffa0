import pg from "pg"

/**
 * Gives an organization this many actions, over the past year: by turns at four of its campaigns. One of 5,000, the
 * first included, is a direct edit.
 */
export const addActions = async (url: string, slug: string, count: number): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query("set session_replication_role = replica")
    await client.query(
      `insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, actor_user_email,
         steps, affected_keys, state, executed_at)
       select o.id, 'act_' || lpad('L' || k, 22, '0'), at, 'campaigns.update', c.id, 'Daily budget from 50 to 51',
         case when k % 5000 = 1 then 'dashboard' else 'engine' end, 'user', 'bench@adwarden.test',
         '[{"kind":"set_budget","version":1,"sentence":"Daily budget from 50 to 51","trace":{"from":50,"to":51}}]',
         array['campaign:' || c.id || ':budget'], 'executed', at
       from organizations o, generate_series(1, $2::int) k,
         lateral (select now() - interval '365 days' * (1 - k::float8 / ($2 + 1)) as at) l,
         lateral (select id from campaigns where organization_id = o.id and slug = 'campaign-' || k % 4 + 1) c
       where o.slug = $1`,
      [slug, count]
    )
    await client.query("vacuum analyze actions")
  } finally {
    await client.end()
  }
}

/** How much data the other tenants have. */
export interface TenantsSize {
  readonly organizations: number
  /** Of all of them together, over the past year. */
  readonly actions: number
  readonly events: number
}

/*
 * Generates tenants straight into the tables, as a year of use would leave them: nothing is due now, except where a
 * share says so. Foreign keys are not checked, which takes most of the time otherwise. The generated hashes form no
 * valid chain, because nothing here verifies it.
 */

/** `n` counts the organizations, whose ids follow the existing ones. */
const organizations = (first: number, count: number) =>
  `generate_series(${first}, ${first + count - 1}) as t (n)`

const statementsFor = (
  first: number,
  { actions, events, organizations: count }: TenantsSize
): ReadonlyArray<string> => {
  const tenants = organizations(first, count)
  const [perActions, perEvents] = [Math.round(actions / count), Math.round(events / count)]
  /** A moment of the past year: the k-th of `of`. */
  const spread = (k: string, of: number) => `now() - interval '365 days' * (1 - (${k})::float8 / ${of + 1})`
  return [
    `insert into users (id, email, name) select n + 1000000, 'tenant-' || n || '@adwarden.test', 'Tenant' from ${tenants}`,
    `insert into organizations (id, slug, name, currency, max_spend)
     select n, 'tenant-' || n, 'Tenant ' || n, 'USD', 1000000 from ${tenants}`,
    `insert into organization_locks select n from ${tenants}`,
    `insert into memberships (organization_id, user_id, role) select n, n + 1000000, 'owner' from ${tenants}`,
    `insert into api_keys (organization_id, id, user_id, name, hash, prefix, last_four, scopes, created_at, expires_at,
       expiry_notice_30d_at, expiry_notice_7d_at)
     select n, n + 1000000, n + 1000000, 'key', sha256(n::text::bytea), 'adw_live_' || n, 'abcd', '{campaigns:read}',
       now() - interval '1 day' * (n % 365), now() + interval '1 day' * (365 - n % 365), now(), now() from ${tenants}`,
    `insert into dashboard_sessions (token_hash, user_id, created_at, expires_at, ip, user_agent)
     select sha256(('session ' || n)::bytea), n + 1000000, now(), now() + interval '10 days', '192.0.2.1', 'x' from ${tenants}`,
    `insert into ad_platform_logins (organization_id, id, refresh_token) select n, n + 1000000, '\\x00' from ${tenants}`,
    `insert into ad_accounts (organization_id, id, customer_id, status, login_id, last_synced_at, sync_attempted_at)
     select n, 'acc_' || n, n::text, 'linked', n + 1000000, at, at
     from ${tenants}, lateral (select now() - interval '1 minute' * (n % 20) as at) l`,
    `insert into campaigns (organization_id, id, slug, name, type, state, budget, ad_account_id, platform_id,
       platform_resource_name, platform_budget)
     select n, n * 3 + c + 10000000, 'campaign-' || c, 'Campaign ' || c, 'prospecting', 'live', 50, 'acc_' || n,
       n || '-' || c, 'customers/' || n || '/campaigns/' || c, 50 from ${tenants}, generate_series(0, 2) c`,
    `insert into campaign_days (organization_id, campaign_id, date, impressions, clicks, cost_micros, conversions)
     select n, n * 3 + c + 10000000, current_date - d, 100, 10, 5000000, 1
     from ${tenants}, generate_series(0, 2) c, generate_series(1, 2) d`,
    `insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, actor_user_id,
       actor_user_email, steps, affected_keys, state, executed_at)
     select n, 'act_' || lpad(n || 'a' || k, 22, '0'), at, 'campaigns.update', n * 3 + k % 3 + 10000000,
       'campaign-1: Daily budget from 50 to 51', 'engine', 'user', n + 1000000, 'tenant@adwarden.test',
       '[{"kind":"set_budget","version":1,"sentence":"Daily budget from 50 to 51","trace":{"from":50,"to":51}}]',
       array['campaign:' || k % 3 || ':budget'], 'executed', at
     from ${tenants}, generate_series(1, ${perActions}) k, lateral (select ${spread("k", perActions)} as at) l`,
    `insert into executions (organization_id, id, operation, state, requester, audit, input, fingerprint, answer,
       created_at, settled_at)
     select n, 'exe_' || n, 'campaigns.update', 'executed', '{}', '{}', '{}', sha256(n::text::bytea), '{}', at, at
     from ${tenants}, lateral (select now() - interval '1 minute' * (n % 2000) as at) l`,
    `insert into queued_writes (organization_id, id, status, operation, input, summary, requester_type,
       requester_user_id, requester_scopes, requested_at, expires_at, decided_at, decided_by, requester_told_at)
     select n, 'qw_' || n || '_' || k, case when pending then 'pending' else 'approved' end, 'campaigns.update', '{}',
       'Daily budget', 'user', n + 1000000, '{}', at, at + interval '7 days', case when pending then null else at end,
       n + 1000000, case when pending then null else at end
     from ${tenants}, generate_series(1, 3) k,
       lateral (select k = 1 and n % 100 = 0 as pending) p,
       lateral (select case when pending then now() - interval '1 day' else ${spread("n % 300", 365)} end as at) l`,
    `insert into tasks (organization_id, id, type, status, input, error_reason, created_at, started_at, heartbeat_at, finished_at)
     select n, n * 5 + k + 10000000, 'report', case when k = 1 then 'failed' else 'completed' end, '{}',
       case when k = 1 then 'task_error' end, at, at, at, at
     from ${tenants}, generate_series(1, 3) k, lateral (select ${spread("n % 300", 365)} as at) l`,
    `insert into recommendations (organization_id, id, campaign_id, type, status, summary, details, created_at, applied_at, dismissed_at)
     select n, 'rec_' || n || '_' || k, n * 3 + 10000000 + k, 'budget',
       (array['pending', 'applied', 'dismissed'])[k + 1], 'Raise the daily budget', '{"version":1,"findings":[],"operations":[]}',
       at, case when k = 1 then at end, case when k = 2 then at end
     from ${tenants}, generate_series(0, 2) k, lateral (select ${spread("n % 200", 365)} as at) l`,
    `insert into emails (message_id, kind, recipient, created_at, sent_at)
     select 'message-' || n, 'key_expiry', 'tenant-' || n || '@adwarden.test', at, at
     from ${tenants}, lateral (select now() - interval '1 day' * (n % 89) as at) l`,
    `insert into pgboss.job_common (name, data, state, completed_on, started_on, created_on, keep_until, start_after)
     select 'campaign-push', '{"organization":1,"campaign":1,"fields":[],"version":1}', 'completed', at, at, at, at + interval '14 days', at
     from generate_series(1, ${Math.ceil((actions / 365) * 7)}) k, lateral (select now() - interval '1 second' * k as at) l`,
    `insert into audit_chains (organization_id, position, hash)
     select n, ${perEvents}, md5('h' || n || '-${perEvents}') || md5('i' || n) from ${tenants}`,
    `insert into audit_sealed (organization_id, position, previous_hash, hash, sequence, id, at, request_id, surface,
       operation, method, path, status_code, actor_type, user_email, key_prefix, key_last_four, ip, user_agent)
     select n, k, md5('h' || n || '-' || k - 1) || md5('i' || n), md5('h' || n || '-' || k) || md5('i' || n), k,
       'aud_' || n || '_' || k, ${spread("k", perEvents)}, 'req_' || n || '_' || k, 'rest', 'campaigns.list', 'GET',
       '/v1/organizations/_/campaigns', 200, 'api_key', 'tenant@adwarden.test', 'adw_live_abcd', 'abcd', '192.0.2.1', 'node'
     from ${tenants}, generate_series(1, ${perEvents}) k`
  ]
}

/** Adds tenants with ids from `first` on. `report` is called before each statement. */
export const addTenants = async (
  url: string,
  first: number,
  size: TenantsSize,
  report: (table: string) => void = () => undefined
): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'"
    )
    for (const text of statementsFor(first, size)) {
      report(/insert into (\S+)/.exec(text)![1]!)
      await client.query(text)
    }
    await client.query("vacuum analyze")
  } finally {
    await client.end()
  }
}
