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
