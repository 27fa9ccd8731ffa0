import pg from "pg"

/** Gives an organization this many actions, over the past year. */
export const addActions = async (url: string, slug: string, count: number): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query("set session_replication_role = replica")
    await client.query(
      `insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, actor_user_email,
         steps, affected_keys, state, executed_at)
       select o.id, 'act_' || lpad('L' || k, 22, '0'), at, 'campaigns.update', c.id, 'Daily budget from 50 to 51', 'engine',
         'user', 'bench@adwarden.test',
         '[{"kind":"set_budget","version":1,"sentence":"Daily budget from 50 to 51","trace":{"from":50,"to":51}}]',
         array['campaign:1:budget'], 'executed', at
       from organizations o join campaigns c on c.organization_id = o.id and c.slug = 'campaign-1',
         generate_series(1, $2::int) k, lateral (select now() - interval '365 days' * (1 - k::float8 / ($2 + 1)) as at) l
       where o.slug = $1`,
      [slug, count]
    )
    await client.query("vacuum analyze actions")
  } finally {
    await client.end()
  }
}
