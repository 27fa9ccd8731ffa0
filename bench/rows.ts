import { setTimeout } from "node:timers/promises"
import pg from "pg"
import type { Subject } from "./subject.ts"

const withClient = async <A>(databaseUrl: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return work(client).finally(() => client.end())
}

/**
 * Waits until the service has sealed all events, which it does after responding. Only then is the next
 * measurement undisturbed.
 */
export const allSealed = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const unsealedCount = async () => (await client.query("select 1 from audit_unsealed limit 1")).rowCount
    while ((await unsealedCount()) !== 0) await setTimeout(100)
  })

/** An embedded server keeps a shared lock of its own. */
const exclusiveLock = `select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
  and database = (select oid from pg_database where datname = current_database()) limit 1`

/**
 * Freezes a process, but not within a batch of its sealer: it would keep the lock of all sealers, and nobody could seal
 * any more.
 */
export const freezeBetweenBatches = (databaseUrl: string, { freeze, thaw }: Subject): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const isSealing = async () => (await client.query(exclusiveLock)).rowCount !== 0
    for (;;) {
      freeze()
      // The server may still be busy with what it has sent.
      await setTimeout(20)
      if (!(await isSealing())) return
      thaw()
      await setTimeout(20)
    }
  })

/** Without `api_key_uses`, which the service writes now and then for all requests of some seconds. */
const ourTables = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname = 'public' and tablename <> 'api_key_uses' or (schemaname, tablename) = ('pgboss', 'job_common')
  order by tablename`

/** Rows of a table that a function added or changed, and their columns that are not null. */
interface RowsWritten {
  readonly table: string
  readonly rows: number
  readonly columns: ReadonlyArray<string>
}

/** Returns the rows that a function writes, including the sealing of its events. */
export const rowsLeftBy = (
  databaseUrl: string,
  work: () => Promise<void>
): Promise<ReadonlyArray<RowsWritten>> =>
  withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(ourTables)
    const { rows: now } = await client.query("select pg_current_xact_id()::text as xid")
    await work()
    await allSealed(databaseUrl)
    const written: Array<RowsWritten> = []
    for (const { name } of tables) {
      const text = `with written as (select to_jsonb(t) as content from ${name} t where age(xmin) < age($1::xid))
        select (select count(*)::int from written) as rows,
          array(select distinct key from written, jsonb_each(content) where value <> 'null' order by key) as columns`
      const { rows } = await client.query<Omit<RowsWritten, "table">>(text, [now[0].xid])
      if (rows[0]!.rows > 0) written.push({ table: name.replace(/^.*\./, ""), ...rows[0]! })
    }
    return written
  })
