import { pool } from "./query.ts"

/** What an executed PATCH of a budget leaves behind, row by row. Whoever changes what it writes changes this too. */
const find = `select o.id as organization, c.id as campaign, c.budget
  from organizations o join campaigns c on c.organization_id = o.id
  where o.slug = $1 and c.slug = $2 for no key update of o`

const writes = (at: { organization: number; campaign: number; from: number; to: number }) => {
  const { campaign, from, organization, to } = at
  const action = `act_${crypto.randomUUID().replaceAll("-", "")}`
  const rows = {
    campaign: [
      `update campaigns set budget = $3, unpushed = '{budget}', updated_at = now()
       where organization_id = $1 and id = $2`,
      [organization, campaign, to]
    ],
    action: [
      `insert into actions (organization_id, id, op, campaign_id, detail, source, actor_type, state, executed_at)
       values ($1, $2, 'update_campaign', $3, $4, 'dashboard', 'user', 'executed', now())`,
      [organization, action, campaign, `Daily budget from ${from} to ${to}`]
    ],
    execution: [
      `insert into executions (organization_id, id, operation, state, requester, audit, input, fingerprint, answer,
         quota_day, settled_at)
       values ($1, $2, 'campaigns.update', 'executed', '{}', '{}', $3, sha256('x'), $4, current_date, now())`,
      [organization, action.replace("act", "exe"), JSON.stringify({ budget: to }), JSON.stringify({ action })]
    ],
    quota: [
      `insert into write_quota as q (organization_id, day, used) values ($1, current_date, 1)
       on conflict (organization_id, day) do update set used = q.used + 1`,
      [organization]
    ],
    audit: [
      `insert into audit_events (id, organization_id, request_id, surface, operation, status_code)
       values ($1, $2, $1, 'rest', 'campaigns.update', 200)`,
      [`aud_${crypto.randomUUID()}`, organization]
    ],
    job: [
      "insert into pgboss.job (name, data) values ('campaign-push', $1)",
      [JSON.stringify({ organization, campaign, fields: ["budget"] })]
    ]
  } satisfies Record<string, readonly [string, Array<unknown>]>
  return { action, rows }
}

/** One transaction by hand: no rule, no limit, no preview; each statement prepared, each answer waited for. */
export const setBudget = async (org: string, slug: string, to: number) => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const { rows: found } = await client.query({ name: "find", text: find, values: [org, slug] })
    const { budget: from, campaign, organization } = found[0]
    const { action, rows } = writes({ organization, campaign, from, to })
    for (const [name, [text, values]] of Object.entries(rows)) await client.query({ name, text, values })
    await client.query("commit")
    return { applied: true, action_id: action, changed: { budget: { from, to } } }
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}
