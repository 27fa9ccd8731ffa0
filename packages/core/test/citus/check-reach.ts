import { admin, rowsOf, withDatabase } from "../support/postgres-admin.ts"
import { type RecordedStatement, recordedStatements } from "./recorded-statements.ts"
import { lockedReferences } from "./reference-locks.ts"
import { makeFindSources } from "./service-statements.ts"
import { type Exception, onOnePostgres, severalShards } from "./several-shards.ts"
import { type Reach, reachOfAll } from "./shards.ts"

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

interface Planned extends RecordedStatement {
  readonly reach: Reach
  /** The source files that contain it. */
  readonly sources: ReadonlyArray<string>
}

const isOneOf = (exceptions: ReadonlyArray<Exception>, { sources, text }: Planned): boolean =>
  exceptions.some(({ file, start }) => sources.includes(file) && oneLine(text).startsWith(start))

const problemOf = (planned: Planned, references: ReadonlyArray<string>): string | undefined => {
  const { reach, sources, text } = planned
  if (isOneOf(onOnePostgres, planned)) return
  const shown = `${oneLine(text)} (${sources.join(", ")})`
  if (reach.kind === "rejected") return `not planned (${reach.message}): ${shown}`
  const locked = lockedReferences(text, references)
  if (locked.length > 0) return `locks rows of ${locked.join(", ")} for the whole cluster: ${shown}`
  return reach.kind === "several_shards" && !isOneOf(severalShards, planned)
    ? `more than one shard: ${shown}`
    : undefined
}

/**
 * Plans every statement that the tests sent, and reports those of requests that touch more than one shard. Returns
 * whether there are none.
 */
export const checkReach = async (server: string, template: string, directory: string): Promise<boolean> => {
  const findSources = makeFindSources()
  const statements = recordedStatements(directory)
    .map((one) => ({ ...one, sources: findSources(one.text) }))
    .filter(({ sources }) => sources.length > 0)
  const database = `${template}_plans`
  await admin(server, `create database ${database} template ${template}`)
  try {
    const planned = await reachOfAll(withDatabase(server, database), statements)
    const references = await rowsOf<{ name: string }>(
      withDatabase(server, database),
      "select table_name::text as name from citus_tables where citus_table_type = 'reference'"
    )
    const names = references.map(({ name }) => name)
    const problems = planned.flatMap((one) => problemOf(one, names) ?? [])
    const count = (kind: Reach["kind"]) => planned.filter(({ reach }) => reach.kind === kind).length
    console.log(
      `Citus: ${planned.length} statements: ${count("one_shard")} on one shard, ${count("local")} on the coordinator, ${count("several_shards")} on several shards, ${count("rejected")} rejected, ${count("unknown")} of tests only. Only started programs sent ${planned.filter(({ ofProgram }) => ofProgram).length}.`
    )
    for (const problem of problems) console.log(`Citus: ${problem}`)
    return problems.length === 0
  } finally {
    await admin(server, `drop database if exists ${database} with (force)`)
  }
}
