import { setTimeout } from "node:timers/promises"
import pg from "pg"

const withClient = async <A>(databaseUrl: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** The service seals events behind its answers. Nobody else is to be measured while it does. */
export const allSealed = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const unsealedCount = async () => (await client.query("select 1 from audit_unsealed limit 1")).rowCount
    while ((await unsealedCount()) !== 0) await setTimeout(100)
  })

const ourTables = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname = 'public' or (schemaname, tablename) = ('pgboss', 'job_common') order by tablename`

/** Rows of a table that some work added or changed, and which of their columns hold something. */
export interface RowsWritten {
  readonly table: string
  readonly rows: number
  readonly columns: ReadonlyArray<string>
}

/** What some work leaves behind, sealing included. */
export const rowsLeftBy = (
  databaseUrl: string,
  work: () => Promise<void>
): Promise<ReadonlyArray<RowsWritten>> =>
  withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(ourTables)
    const { rows: now } = await client.query("select pg_current_xact_id()::text as xid")
    await work()
    await allSealed(databaseUrl)
    const unsealedCount: Array<RowsWritten> = []
    for (const { name } of tables) {
      const text = `with made as (select to_jsonb(t) as made from ${name} t where age(xmin) < age($1::xid))
        select (select count(*)::int from made) as rows,
          array(select distinct key from made, jsonb_each(made) where value <> 'null' order by key) as columns`
      const { rows } = await client.query<Omit<RowsWritten, "table">>(text, [now[0].xid])
      if (rows[0]!.rows > 0) unsealedCount.push({ table: name.replace(/^.*\./, ""), ...rows[0]! })
    }
    return unsealedCount
  })
