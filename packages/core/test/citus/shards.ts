import pg from "pg"
import type { RecordedStatement } from "./recorded-statements.ts"

/** How a statement runs on a cluster. */
export type Reach =
  | { readonly kind: "local" }
  | { readonly kind: "one_shard" }
  /** It reads or writes several shards, or collects rows on the coordinator first. */
  | { readonly kind: "several_shards" }
  /** Citus rejects it. */
  | { readonly kind: "rejected"; readonly message: string }
  /** It names tables of one test only. */
  | { readonly kind: "unknown" }

type Plan = { readonly [key: string]: unknown }

/** All values of a key, at any depth. */
const valuesOf = (plan: unknown, key: string): ReadonlyArray<unknown> => {
  if (Array.isArray(plan)) return plan.flatMap((part) => valuesOf(part, key))
  if (typeof plan !== "object" || plan === null) return []
  return Object.entries(plan as Plan).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(value, key)
  ])
}

/** Reads the reach from a plan in JSON. */
export const reachOf = (plan: unknown, namesDistributed: boolean): Reach => {
  const counts = valuesOf(plan, "Task Count").map(Number)
  const providers = valuesOf(plan, "Custom Plan Provider").map(String)
  // The coordinator has all reference tables.
  if (!namesDistributed || !providers.some((name) => name.startsWith("Citus"))) return { kind: "local" }
  const isCollected =
    valuesOf(plan, "Subplans").length > 0 || providers.some((name) => name.includes("INSERT ... SELECT"))
  const tasks = counts.reduce((sum, count) => sum + count, 0)
  return tasks === 1 && !isCollected ? { kind: "one_shard" } : { kind: "several_shards" }
}

/** Feature not supported: how Citus rejects a statement. */
const rejected = "0A000"

const explain = async (
  client: pg.Client,
  { text, values }: RecordedStatement,
  distributed: RegExp
): Promise<Reach> => {
  try {
    const { rows } = await client.query(`explain (costs off, format json) ${text}`, [...values])
    return reachOf(rows[0]["QUERY PLAN"], distributed.test(text))
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    return code === rejected ? { kind: "rejected", message } : { kind: "unknown" }
  }
}

/** Plans every statement with its recorded values, without running it. */
export const reachOfAll = async <One extends RecordedStatement>(
  database: string,
  statements: ReadonlyArray<One>
): Promise<ReadonlyArray<One & { readonly reach: Reach }>> => {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      "select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'"
    )
    const distributed = new RegExp(`\\b(${tables.rows.map(({ name }) => name).join("|")})\\b`)
    const found: Array<One & { readonly reach: Reach }> = []
    for (const one of statements) found.push({ ...one, reach: await explain(client, one, distributed) })
    return found
  } finally {
    await client.end()
  }
}
