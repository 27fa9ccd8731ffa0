import { createHash } from "node:crypto"
import pg from "pg"
import { expect } from "vitest"

/**
 * What every request leaves behind, whatever it does: the trail of it, and its share of the rate. And when the queue
 * last looked after itself, which it notes in the background as soon as a host has opened it.
 */
const aside = new Set(["audit_events", "audit_chains", "rate_limits", "version"])

/**
 * Every table of the service, and the jobs of its queue, with a fingerprint of all rows. The queue's own tables are
 * left aside: a host makes them in the background once it runs, which may be now. Jobs are what matters, and while
 * there is no table for them there are none.
 */
const fingerprints = async (client: pg.Client): Promise<Record<string, string>> => {
  const { rows: tables } = await client.query<{ name: string; at: string }>(
    `select c.relname as name, format('%I.%I', n.nspname, c.relname) as at
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public' or n.nspname = 'pgboss' and c.relname = 'job' order by 2`
  )
  const prints: Record<string, string> = { "pgboss.job": fingerprint([]) }
  for (const { at, name } of tables) {
    if (aside.has(name)) continue
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${at} t order by 1`)
    prints[at] = fingerprint(rows)
  }
  return prints
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
