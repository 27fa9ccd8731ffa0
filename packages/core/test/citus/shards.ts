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

const element = (value: unknown): string =>
  value === null ? "null" : `"${String(value).replaceAll(/["\\]/g, "\\$&")}"`

/** A recorded value as SQL. */
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "null"
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(",")}}`)
  return pg.escapeLiteral(typeof value === "object" ? JSON.stringify(value) : String(value))
}

/** EXPLAIN does not plan some statements with parameters that run with them; they are planned with their values. */
const withLiterals = ({ text, values }: RecordedStatement): string =>
  text.replaceAll(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1]))

const plan = async (client: pg.Client, text: string, values: ReadonlyArray<unknown>): Promise<unknown> =>
  (await client.query(`explain (costs off, format json) ${text}`, [...values])).rows[0]["QUERY PLAN"]

const explain = async (
  client: pg.Client,
  statement: RecordedStatement,
  distributed: RegExp
): Promise<Reach> => {
  const { text, values } = statement
  const planned = plan(client, text, values).catch((error: pg.DatabaseError) =>
    error.code === rejected ? plan(client, withLiterals(statement), []) : Promise.reject(error)
  )
  try {
    return reachOf(await planned, distributed.test(text))
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
