import pg from "pg"

/** One hand-written, prepared query for the rows of a page of campaigns, and nothing else. */
const text = `
select c.slug, c.name, c.type, c.state, c.budget::float8 as budget,
  round(week.cost_micros / 1000000, 2)::float8 as spend_7d, week.conversions::float8 as conversions_7d,
  case when week.conversions > 0 then round(week.cost_micros / 1000000 / week.conversions, 2)::float8 else 0 end as cpa_7d,
  c.created_at
from organizations o
join campaigns c on c.organization_id = o.id
left join lateral (
  select sum(cost_micros) as cost_micros, sum(conversions) as conversions from campaign_days
  where organization_id = o.id and campaign_id = c.id
    and date > (select max(date) from campaign_days where organization_id = o.id) - 7
) week on true
where o.slug = $1
order by c.created_at desc, c.id desc limit 20`

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

export const campaignsOf = async (org: string) => {
  const { rows } = await pool.query({ name: "campaigns", text, values: [org] })
  return { campaigns: rows, total: rows.length, next_cursor: null }
}

export const announce = () => process.send?.("ready")

/** The rows that an executed PATCH writes, in one transaction: campaign, action, quota, audit event. */
export const renameCampaign = async (org: string, slug: string, name: string) => {
  const client = await pool.connect()
  const run = (label: string, query: string, values: Array<unknown>) =>
    client.query({ name: label, text: query, values })
  try {
    await client.query("begin")
    const { rows } = await run(
      "find",
      `select o.id as organization, c.id, c.name from organizations o join campaigns c on c.organization_id = o.id
       where o.slug = $1 and c.slug = $2 for no key update of o`,
      [org, slug]
    )
    const { id, name: was, organization } = rows[0]
    const action = `act_${crypto.randomUUID().replaceAll("-", "")}`
    await run(
      "set",
      "update campaigns set name = $3, updated_at = now() where organization_id = $1 and id = $2",
      [organization, id, name]
    )
    await run(
      "act",
      `insert into actions (organization_id, id, op, campaign_id, detail, source, actor_type, inverse, state, executed_at)
       values ($1, $2, 'update_campaign', $3, $4, 'dashboard', 'user', $5, 'executed', now())`,
      [organization, action, id, `Name from ${was} to ${name}`, JSON.stringify([{ was, set: name }])]
    )
    await run(
      "spend",
      `insert into write_quota as q (organization_id, day, used) values ($1, current_date, 1)
       on conflict (organization_id, day) do update set used = q.used + 1`,
      [organization]
    )
    await run(
      "note",
      `insert into audit_events (id, organization_id, request_id, surface, operation, status_code)
       values ($1, $2, $1, 'rest', 'campaigns.update', 200)`,
      [`aud_${crypto.randomUUID()}`, organization]
    )
    await client.query("commit")
    return { applied: true, action_id: action, changed: { name: { from: was, to: name } } }
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}
