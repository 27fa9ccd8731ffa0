import { auditHash } from "@adwarden/core"
import { pool } from "./query.ts"

/*
 * Writes the same rows and columns as an executed PATCH of a budget, including the request's rate-limit token
 * and the event at the end of the organization's audit chain. Change it together with the service's write; a
 * test compares the rows in Postgres.
 */
const countRequest = `insert into rate_limits as r (subject, tokens, granted) values ($1, 1000000, 1)
  on conflict (subject) do update set tokens = r.tokens - 1, granted = 1, refreshed_at = clock_timestamp()`

const find = `select o.id as organization, c.id as campaign, c.budget, chain.position, chain.hash
  from organizations o join campaigns c on c.organization_id = o.id
  join audit_chains chain on chain.organization_id = o.id
  where o.slug = $1 and c.slug = $2 for no key update of o, chain`

const updateCampaign = `update campaigns set budget = $3, unpushed = '{budget}', updated_at = now()
  where organization_id = $1 and id = $2`

const insertAction = `insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type,
    actor_user_id, actor_user_email, actor_key_id, actor_key_prefix, actor_key_last_four, request_id, steps, affected_keys,
    state, executed_at, execution_id, raised_from)
  values ($1, $2, now(), 'update_campaign', $3, $4, 'dashboard', 'api_key', $5, $6, $7, 'adw_live', '0000', $8, $9,
    $10, 'executed', now(), $11, $12)`

const insertExecution = `insert into executions (organization_id, id, operation, state, requester, audit, input,
    fingerprint, affected_keys, answer, quota_day, settled_at)
  values ($1, $2, 'campaigns.update', 'executed', $3, $4, $5, $6, '{}', $7, current_date, now())`

const spendQuota = `insert into write_quota as q (organization_id, day, used) values ($1, current_date, 1)
  on conflict (organization_id, day) do update set used = q.used + 1`

const insertEvent = `insert into audit_sealed (organization_id, position, previous_hash, hash, sequence, id, at,
    request_id, surface, operation, method, path, status_code, actor_type, user_email, key_prefix, key_last_four, ip,
    user_agent, count, personal_key)
  values ($1, $2, $3, $4, nextval('audit_unsealed_sequence_seq'), $5, $6, $7, 'rest', 'campaigns.update', 'PATCH', $8,
    200, 'api_key', $9, 'adw_live', '0000', $10, $11, 1, $12)`

const moveHead = `update audit_chains set position = $2, hash = $3, updated_at = now() where organization_id = $1`

const insertJob = `insert into pgboss.job_common (name, data, priority, start_after, group_id, expire_seconds,
    deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
    heartbeat_seconds)
  select name, $1, 0, now(), $2, expire_seconds, deletion_seconds, now() + retention_seconds * interval '1s',
    retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
  from pgboss.queue where name = 'campaign-push'`

/**
 * Callers by organization, to whom the rows refer as the service's do. They are loaded before the
 * measurement.
 */
const { rows: owners } = await pool.query<{ org: string; user: number; email: string; key: number }>(
  `select o.slug as org, u.id::int as user, u.email, k.id::int as key from api_keys k
  join organizations o on o.id = k.organization_id join users u on u.id = k.user_id`
)
const ownerOf = new Map(owners.map((one) => [one.org, one]))

const id = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll("-", "")}`

type Statement = readonly [name: string, text: string, values: Array<unknown>]

interface BudgetRequest {
  readonly org: string
  readonly slug: string
  readonly to: number
  /** The client's user agent. */
  readonly agent: string | null
}

interface BudgetWrite extends BudgetRequest {
  readonly organization: number
  readonly campaign: number
  readonly from: number
  /** The end of the organization's audit chain. */
  readonly position: string
  readonly hash: string
}

const statementsFor = ({
  agent,
  campaign,
  from,
  hash: before,
  org,
  organization,
  position,
  slug,
  to
}: BudgetWrite) => {
  const [action, request, execution] = [id("act"), id("req"), id("exe")]
  const { email, key, user } = ownerOf.get(org)!
  const path = `/v1/organizations/${org}/campaigns/${slug}`
  const sentence = { subject: "Daily budget", of: slug, from: String(from), to: String(to) }
  const trace = { campaign, field: "budget", was: from, set: to }
  const steps = JSON.stringify([{ kind: "campaign.field", version: 1, sentence, trace }])
  const requester = {
    organization,
    kind: "api_key",
    keyId: key,
    userId: user,
    connectionId: null,
    scopes: ["write"]
  }
  const event = {
    request_id: request,
    surface: "rest",
    method: "PATCH",
    path,
    user_email: email,
    ip: "127.0.0.1"
  }
  const auditEvent = {
    id: id("aud"),
    at: new Date().toISOString(),
    request_id: request,
    surface: "rest" as const,
    operation: "campaigns.update",
    method: "PATCH",
    path,
    status_code: 200,
    error_code: null,
    actor_type: "api_key" as const,
    user: email,
    key_prefix: "adw_live",
    key_last_four: "0000",
    ip: "127.0.0.1",
    user_agent: agent,
    count: 1,
    previous_hash: before,
    personal_key: id("").slice(1, 23)
  }
  const nextPosition = Number(position) + 1
  const hash = auditHash(auditEvent)
  const response = { applied: true, action_id: action, changed: { budget: { from, to } }, sync: "pending" }
  const statements: ReadonlyArray<Statement> = [
    ["campaign", updateCampaign, [organization, campaign, to]],
    [
      "action",
      insertAction,
      [
        organization,
        action,
        campaign,
        `Daily budget of ${slug} from ${from} to ${to}`,
        user,
        email,
        key,
        request,
        steps,
        [`campaign/${campaign}/budget`],
        execution,
        to > from ? from : null
      ]
    ],
    ["quota", spendQuota, [organization]],
    [
      "execution",
      insertExecution,
      [
        organization,
        execution,
        JSON.stringify(requester),
        JSON.stringify(event),
        JSON.stringify({ slug, budget: to }),
        Buffer.alloc(32),
        JSON.stringify({ output: response })
      ]
    ],
    [
      "event",
      insertEvent,
      [
        organization,
        nextPosition,
        auditEvent.previous_hash,
        hash,
        auditEvent.id,
        auditEvent.at,
        request,
        path,
        email,
        auditEvent.ip,
        agent,
        auditEvent.personal_key
      ]
    ],
    ["head", moveHead, [organization, nextPosition, hash]],
    ["job", insertJob, [JSON.stringify({ organization, campaign, fields: [] }), String(organization)]]
  ]
  return { answer: response, statements }
}

const findRecommendation = `select c.slug, r.organization_id as organization,
    (r.details -> 'operations' -> 0 ->> 'to')::int as to
  from recommendations r join organizations o on o.id = r.organization_id
  join campaigns c on c.organization_id = r.organization_id and c.id = r.campaign_id
  where o.slug = $1 and r.id = $2 and r.status = 'pending'`

const markApplied = `update recommendations set status = 'applied', applied_at = now(), updated_at = now()
  where organization_id = $1 and id = $2`

/** Sets the budget of a recommendation, and marks the recommendation as applied. */
export const applyRecommendation = async (org: string, recommendation: string, agent: string | null) => {
  const values = [org, recommendation]
  const { rows } = await pool.query({ name: "recommendation", text: findRecommendation, values })
  const { organization, slug, to } = rows[0]
  const { action_id } = await setBudget({ org, slug, to, agent }, [
    ["applied", markApplied, [organization, recommendation]]
  ])
  return { applied: true, action_id, action_ids: [action_id], sync: "pending" }
}

/**
 * Sets a budget in one plain transaction: no rules, limits or preview. Each statement is prepared, and each
 * result awaited.
 */
export const setBudget = async (budgetRequest: BudgetRequest, more: ReadonlyArray<Statement> = []) => {
  const { org, slug } = budgetRequest
  const client = await pool.connect()
  try {
    await client.query("begin")
    await client.query({ name: "count", text: countRequest, values: [`bare:${org}`] })
    const { rows: campaignRows } = await client.query({ name: "find", text: find, values: [org, slug] })
    const { budget: from, ...at } = campaignRows[0]
    const { answer, statements } = statementsFor({ ...budgetRequest, from, ...at })
    for (const [name, text, values] of [...statements, ...more]) await client.query({ name, text, values })
    await client.query("commit")
    return answer
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}
