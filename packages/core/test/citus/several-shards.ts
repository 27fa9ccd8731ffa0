/** A statement that is not held to one shard: its source file, the beginning of its text, and why. */
export interface Exception {
  readonly file: string
  readonly start: string
  readonly why: string
}

/** An id without its organization: only shards of the caller's own organizations are read. */
const byId = (file: string, table: string): Exception => ({
  file,
  start: `select organization_id from ${table} where organization_id = any($1::bigint[]) and id = $2`,
  why: "An id is looked up among the caller's own organizations, whose number does not grow with others"
})

/** Work of a schedule or worker that looks for rows of any organization, and then goes by organization. */
const search = (file: string, start: string): Exception => ({
  file,
  start,
  why: "A schedule looks for organizations with due rows; nobody waits for it"
})

/** What needs people: of the caller's own organizations for their pages, of all for the notices. */
const needed = (file: string, start: string): Exception => ({
  file,
  start,
  why: "The caller's own organizations, whose number does not grow with others, or a schedule for which nobody waits"
})

/** The schedule that erases a deleted person from the records of all their organizations. */
const erase = (file: string, start: string): Exception => ({
  file,
  start,
  why: "A schedule erases a deleted person, whose records are in any organization"
})

/** The command of an operator who changed the key of secrets. */
const rotate = (file: string, start: string): Exception => ({
  file,
  start,
  why: "`secrets rotate` looks for secrets of any organization; an operator runs it"
})

/** A metric of all organizations. */
const gauge = (file: string, start: string): Exception => ({
  file,
  start,
  why: "A process with metrics counts over all organizations, every ten seconds at most"
})

/** The sealer, one organization at a time on a cluster: it collects the moved events on the coordinator. */
const seal = (start: string): Exception => ({
  file: "audit/sealing-statements.ts",
  start,
  why: "The worker seals the events of one organization, after their requests"
})

/** Rows that the sync sends to one organization: collected on the coordinator, then written to one shard. */
const bulk = (file: string, start: string): Exception => ({
  file,
  start,
  why: "The sync writes many rows of one organization to one shard, in the background"
})

/** The statements that no host sends to a cluster. Some tests start on a database without the extension. */
export const onOnePostgres: ReadonlyArray<Exception> = [
  {
    file: "audit/sealed-insertion.ts",
    start: "with moved as ( update audit_chains",
    why: "On a cluster only the sealer seals"
  },
  {
    file: "audit/sealer.ts",
    start: "with sealer as materialized",
    why: "On a cluster the sealer locks one organization at a time, by another statement"
  }
]

/**
 * The statements that may touch several shards. On the path of a request are only lookups by id, one count and what
 * needs people, in the caller's own organizations. Schedules, workers, metrics and a command of operators send the others.
 */
export const severalShards: ReadonlyArray<Exception> = [
  byId("tasks/task-rows.ts", "tasks"),
  byId("approvals/queued-write.ts", "queued_writes"),
  byId("log/action-log.ts", "actions"),
  byId("insight/recommendations/rows.ts", "recommendations"),
  {
    file: "approvals/queued-write.ts",
    start:
      "select coalesce(string_agg(id, ' ' order by id), '') as ids from queued_writes where organization_id = any($1",
    why: "The list of the caller's own organizations, whose number does not grow with others"
  },
  {
    file: "approvals/queued-write.ts",
    start:
      "select organization_id, count(*) as pending from queued_writes where organization_id = any($1::bigint[])",
    why: "The list of the caller's own organizations, whose number does not grow with others"
  },
  erase("audit/retention.ts", "select organization_id, position, personal_key, user_email, ip, user_agent"),
  erase("log/action-log.ts", "update actions set actor_user_email"),
  erase("log/action-log.ts", "update queued_writes set requester_user_email"),
  erase("campaigns/attention-rows.ts", "update emergency_stops set user_email"),
  erase("platform/logins.ts", "update ad_platform_logins set connected_by = null"),
  rotate("platform/logins.ts", 'select id, organization_id as "organizationId", refresh_token'),
  rotate("events/endpoints.ts", "select id, organization_id as organization, url, secret, previous_secret"),
  search(
    "events/endpoints.ts",
    "select organization_id, host, url, secret, set_by, told_until from webhooks"
  ),
  search("events/events.ts", "select id, organization_id, told_until from webhook_endpoints"),
  needed("platform/logins.ts", "select l.organization_id, l.id, l.platform, l.email, l.broken_reason"),
  needed("platform/logins.ts", "select a.organization_id, a.id, a.name, a.platform, a.status"),
  needed("tasks/task-rows.ts", "select organization_id, id, type, error_message from tasks"),
  needed(
    "campaigns/attention-rows.ts",
    "select c.organization_id, c.id, c.slug, c.name, c.ad_account_id as account"
  ),
  needed("campaigns/attention-rows.ts", "select a.organization_id, a.ad_account_id as account"),
  needed("campaigns/attention-rows.ts", "select organization_id, conversions_stopped_since, week_until"),
  needed("campaigns/campaign.ts", "with reserved as ( select q.organization_id"),
  needed("approvals/pending.ts", "select organization_id, id, summary, comment"),
  search(
    "events/deliveries.ts",
    "select organization_id as organization, id as delivery from webhook_deliveries"
  ),
  search("platform/account-sync.ts", 'select a.organization_id as "organizationId", a.id as "accountId"'),
  search("platform/link-health.ts", "select organization_id as organization, id as account from ad_accounts"),
  search("tasks/tasks.ts", "select organization_id as organization, id from tasks"),
  search("tasks/tasks.ts", "select organization_id as organization, id as task from tasks"),
  search("changes/finish.ts", "select organization_id, id from executions where state = 'open'"),
  search("approvals/queued-write.ts", "select distinct organization_id as id from queued_writes"),
  search("audit/sealer.ts", "select distinct organization_id as id from audit_unsealed"),
  ...["webhook_messages", "webhook_deliveries", "ad_platform_consents", "executions"].map((table) =>
    search("storage/purge.ts", `select distinct organization_id as id from ${table} where `)
  ),
  search("audit/retention.ts", "select c.organization_id as chain"),
  search(
    "campaigns/figures/campaign-figures.ts",
    "select organization_id as organization, latest from search_term_windows"
  ),
  search("insight/savings/measure.ts", "select organization_id as organization, id, campaign_id as campaign"),
  search("campaigns/push/transfer-keywords.ts", "select distinct n.organization_id as organization"),
  search("campaigns/push/waiting.ts", "select c.organization_id as organization, c.id as campaign"),
  search("approvals/notified-decisions.ts", "with told as ( update queued_writes"),
  search("identity/notices/notify.ts", "delete from notices n where kind"),
  search("identity/notices/notify.ts", "insert into notices (organization_id, kind, subject)"),
  search("identity/notices/notify.ts", "select organization_id, max(id) as id from notices"),
  search("identity/notices/notify.ts", "insert into notice_receipts as r"),
  gauge("approvals/pending.ts", "select count(*)::int as pending"),
  gauge("tasks/task-rows.ts", "select type as kind, status, count(*)::int as open"),
  gauge(
    "audit/sealer.ts",
    "select (select count(*)::int from (select 1 from audit_unsealed limit $1) counted)"
  ),
  gauge("platform/account-sync.ts", "with linked as materialized ( select a.organization_id"),
  {
    file: "audit/sealing-statements.ts",
    start: "select due.*, head.position as head_position",
    why: "A started worker sends it to a database without the extension; on a cluster it names one organization"
  },
  seal("with gone as ( delete from audit_unsealed"),
  seal("insert into audit_chains"),
  ...["campaigns", "ads", "keywords", "negative_keywords", "platform_changes"].map((table) =>
    bulk("campaigns/sync/bulk.ts", `insert into ${table} (organization_id, `)
  ),
  bulk("campaigns/sync/account.ts", "insert into negative_lists as kept"),
  ...["campaign_signals", "keyword_signals", "ad_signals"].map((table) =>
    bulk("campaigns/sync/signals.ts", `insert into ${table} as t (organization_id, `)
  ),
  bulk("campaigns/names-in-use.ts", "insert into platform_campaign_names as kept"),
  bulk("campaigns/figures/sums.ts", "with week as ("),
  bulk("campaigns/figures/sums.ts", "with spans as ("),
  bulk("campaigns/figures/sums.ts", "with kept as ("),
  bulk("campaigns/search-terms/rollups.ts", "insert into search_term_totals as t"),
  bulk("campaigns/search-terms/rollups.ts", "insert into search_term_windows as w"),
  bulk("campaigns/sync/write-days.ts", "with terms as materialized ("),
  bulk("campaigns/sync/write-days.ts", "with incoming as materialized (")
]
