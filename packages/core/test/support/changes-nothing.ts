import { createHash } from "node:crypto"
import pg from "pg"
import { expect } from "vitest"

/** What every request leaves behind, whatever it does: its audit event, its share of the rate, its key's last use. */
const ignoredTables = new Set([
  "audit_unsealed",
  "audit_sealed",
  "audit_chains",
  "rate_limits",
  "api_key_uses"
])

/**
 * Every table of the service, and the jobs of its queue, with a fingerprint of all rows. What the queue keeps for itself
 * is left aside: a host notes in the background which queues there are, and when it last looked after them.
 */
const fingerprints = async (client: pg.Client): Promise<Record<string, string>> => {
  const { rows: tables } = await client.query<{ name: string; at: string }>(
    `select c.relname as name, format('%I.%I', n.nspname, c.relname) as at
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public' or n.nspname = 'pgboss' and c.relname = 'job' order by 2`
  )
  const tableFingerprints: Record<string, string> = {}
  for (const { at, name } of tables) {
    if (ignoredTables.has(name)) continue
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${at} t order by 1`)
    tableFingerprints[at] = fingerprint(rows)
  }
  return tableFingerprints
}

const fingerprint = (rows: ReadonlyArray<object>): string =>
  `${rows.length} rows, ${createHash("sha256").update(JSON.stringify(rows)).digest("hex")}`

/** Runs something and holds that the whole database, and the platform where there is one, are as they were. */
export const changesNothing = async <A>(
  where: { readonly url: string; readonly state?: () => Promise<unknown> },
  run: () => Promise<A>
): Promise<A> => {
  const client = new pg.Client({ connectionString: where.url })
  await client.connect()
  try {
    const all = async () => ({ database: await fingerprints(client), platform: await where.state?.() })
    const before = await all()
    expect(Object.keys(before.database).length).toBeGreaterThan(20)
    const answer = await run()
    expect(await all()).toEqual(before)
    return answer
  } finally {
    await client.end()
  }
}
