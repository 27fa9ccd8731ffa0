import { pool } from "./query.ts"

/*
 * What an executed PATCH of a budget leaves behind, row by row and column by column. Whoever changes what it writes
 * changes this too.
 */
const find = `select o.id as organization, c.id as campaign, c.budget
  from organizations o join campaigns c on c.organization_id = o.id
  where o.slug = $1 and c.slug = $2 for no key update of o`

const updateCampaign = `update campaigns set budget = $3, unpushed = '{budget}', updated_at = now()
  where organization_id = $1 and id = $2`

const insertAction = `insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type,
    actor_user_id, actor_user_email, actor_key_id, actor_key_prefix, actor_key_last_four, request_id, steps, touches,
    state, executed_at)
  values ($1, $2, now(), 'update_campaign', $3, $4, 'dashboard', 'api_key', $5, $6, $7, 'adw_live', '0000', $8, $9,
    $10, 'executed', now())`

const insertExecution = `insert into executions (organization_id, id, operation, state, requester, audit, input,
    fingerprint, touches, answer, quota_day, settled_at)
  values ($1, $2, 'campaigns.update', 'executed', $3, $4, $5, $6, '{}', $7, current_date, now())`

const spendQuota = `insert into write_quota as q (organization_id, day, used) values ($1, current_date, 1)
  on conflict (organization_id, day) do update set used = q.used + 1`

const insertEvent = `insert into audit_events (id, at, organization_id, request_id, surface, operation, method, path,
    status_code, actor_type, user_email, key_prefix, key_last_four, ip, user_agent, count)
  values ($1, now(), $2, $3, 'rest', 'campaigns.update', 'PATCH', $4, 200, 'api_key', $5, 'adw_live', '0000', $6, $7, 1)`

const insertJob = `insert into pgboss.job_common (name, data, priority, start_after, group_id, expire_seconds,
    deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
    heartbeat_seconds)
  select name, $1, 0, now(), $2, expire_seconds, deletion_seconds, now() + retention_seconds * interval '1s',
    retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
  from pgboss.queue where name = 'campaign-push'`

const email = "owner@bench.test"
const id = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll("-", "")}`

interface At {
  readonly org: string
  readonly slug: string
  readonly organization: number
  readonly campaign: number
  readonly from: number
  readonly to: number
}

const writes = ({ campaign, from, org, organization, slug, to }: At) => {
  const [action, request] = [id("act"), id("req")]
  const path = `/v1/organizations/${org}/campaigns/${slug}`
  const sentence = { subject: "Daily budget", of: slug, from: String(from), to: String(to) }
  const trace = { campaign, field: "budget", was: from, set: to }
  const steps = JSON.stringify([{ kind: "campaign.field", version: 1, sentence, trace }])
  const requester = {
    organization,
    kind: "api_key",
    keyId: 1,
    userId: 1,
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
  const answer = { applied: true, action_id: action, changed: { budget: { from, to } }, sync: "pending" }
  const statements: ReadonlyArray<readonly [name: string, text: string, values: Array<unknown>]> = [
    ["campaign", updateCampaign, [organization, campaign, to]],
    [
      "action",
      insertAction,
      [
        organization,
        action,
        campaign,
        `Daily budget of ${slug} from ${from} to ${to}`,
        null,
        email,
        null,
        request,
        steps,
        [`campaign/${campaign}/budget`]
      ]
    ],
    ["quota", spendQuota, [organization]],
    [
      "execution",
      insertExecution,
      [
        organization,
        id("exe"),
        JSON.stringify(requester),
        JSON.stringify(event),
        JSON.stringify({ slug, budget: to }),
        Buffer.alloc(32),
        JSON.stringify({ output: answer })
      ]
    ],
    ["event", insertEvent, [id("aud"), organization, request, path, email, "127.0.0.1", null]],
    ["job", insertJob, [JSON.stringify({ organization, campaign, fields: [] }), String(organization)]]
  ]
  return { answer, statements }
}

/** One transaction by hand: no rule, no limit, no preview; each statement prepared, each answer waited for. */
export const setBudget = async (org: string, slug: string, to: number) => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const { rows: found } = await client.query({ name: "find", text: find, values: [org, slug] })
    const { budget: from, campaign, organization } = found[0]
    const { answer, statements } = writes({ org, slug, organization, campaign, from, to })
    for (const [name, text, values] of statements) await client.query({ name, text, values })
    await client.query("commit")
    return answer
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}
