import pg from "pg"
import { expect } from "vitest"
import { afterFile } from "./after-file.ts"

/** Every request changes these tables: its audit event, its rate-limit token, its key's last use. */
const ignoredTables = new Set([
  "audit_unsealed",
  "audit_sealed",
  "audit_chains",
  "rate_limits",
  "api_key_uses"
])

/**
 * A fingerprint of the versions of all rows of every table of the service and of the queue's jobs. The queue's own
 * bookkeeping is excluded: a host records in the background which queues exist and when it maintained them.
 */
const fingerprints = async (client: pg.Client): Promise<Record<string, string>> => {
  const { rows: tables } = await client.query<{ name: string; at: string }>(
    `select c.relname as name, format('%I.%I', n.nspname, c.relname) as at
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public' or n.nspname = 'pgboss' and c.relname = 'job' order by 2`
  )
  // Postgres adds up hashes of the rows' places, and their transactions, which every write changes, an equal one too. So
  // it neither reads the values nor sends them. An age counts from the present transaction, so a fixed one is subtracted.
  const queries = tables
    .filter(({ name }) => !ignoredTables.has(name))
    .map(
      ({ at }) =>
        `select '${at}' as name, count(*) || ' rows, ' || coalesce(sum(hashtidextended(ctid, 0)), 0) || ', '
         || coalesce(sum(age(xmin)), 0) - count(*) * age('3'::xid) as hash from ${at}`
    )
  const { rows } = await client.query<{ name: string; hash: string }>(queries.join(" union all "))
  return Object.fromEntries(rows.map(({ hash, name }) => [name, hash]))
}

/** The connections that this file compares on: a new one reads the catalog again. */
const clients = new Map<string, Promise<pg.Client>>()

const clientOf = (url: string): Promise<pg.Client> => {
  const open = clients.get(url)
  if (open !== undefined) return open
  const client = new pg.Client({ connectionString: url })
  const connected = client.connect().then(() => client)
  clients.set(url, connected)
  afterFile(async () => {
    clients.delete(url)
    await client.end()
  })
  return connected
}

/** Runs a function and asserts that the whole database, and the platform's state if given, are unchanged. */
export const changesNothing = async <A>(
  where: { readonly url: string; readonly wholeState?: () => Promise<unknown> },
  run: () => Promise<A>
): Promise<A> => {
  const client = await clientOf(where.url)
  const all = async () => ({ database: await fingerprints(client), platform: await where.wholeState?.() })
  const before = await all()
  expect(Object.keys(before.database).length).toBeGreaterThan(20)
  const result = await run()
  expect(await all()).toEqual(before)
  return result
}
