import { setTimeout } from "node:timers/promises"
import pg from "pg"

const connected = async <A>(databaseUrl: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** The service seals events behind its answers. Nobody else is to be measured while it does. */
export const allSealed = (databaseUrl: string): Promise<void> =>
  connected(databaseUrl, async (client) => {
    const left = async () => (await client.query("select 1 from audit_unsealed limit 1")).rowCount
    while ((await left()) !== 0) await setTimeout(100)
  })

const ours = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname = 'public' or (schemaname, tablename) = ('pgboss', 'job_common') order by tablename`

/** How many rows of each table some work leaves behind, added or changed, sealing included. */
export const rowsLeftBy = (databaseUrl: string, work: () => Promise<void>): Promise<string> =>
  connected(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(ours)
    const { rows: now } = await client.query("select pg_current_xact_id()::text as xid")
    await work()
    await allSealed(databaseUrl)
    const counts: Array<string> = []
    for (const { name } of tables) {
      const text = `select count(*)::int as n from ${name} where age(xmin) < age($1::xid)`
      const { rows } = await client.query<{ n: number }>(text, [now[0].xid])
      if (rows[0]!.n > 0) counts.push(`${name.replace(/^.*\./, "")} ${rows[0]!.n}`)
    }
    return counts.join(", ")
  })
