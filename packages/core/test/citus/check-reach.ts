import { admin, withDatabase } from "../support/postgres-admin.ts"
import { type RecordedStatement, recordedStatements } from "./recorded-statements.ts"
import { makeIsOfService } from "./service-statements.ts"
import { severalShards } from "./several-shards.ts"
import { type Reach, reachOfAll } from "./shards.ts"

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const allowed = Object.values(severalShards).flat()
const isAllowed = (text: string): boolean => allowed.some((pattern) => pattern.test(oneLine(text)))

const problemOf = ({ reach, text }: RecordedStatement & { readonly reach: Reach }): string | undefined => {
  if (isAllowed(text)) return undefined
  if (reach.kind === "rejected") return `not planned (${reach.message}): ${oneLine(text)}`
  return reach.kind === "several_shards" ? `more than one shard: ${oneLine(text)}` : undefined
}

/**
 * Plans every statement that the tests sent, and reports those of requests that touch more than one shard. Returns
 * whether there are none.
 */
export const checkReach = async (server: string, template: string, directory: string): Promise<boolean> => {
  const isOfService = makeIsOfService()
  const statements = recordedStatements(directory).filter(({ text }) => isOfService(text))
  const database = `${template}_plans`
  await admin(server, `create database ${database} template ${template}`)
  try {
    const planned = await reachOfAll(withDatabase(server, database), statements)
    const problems = planned.flatMap((one) => problemOf(one) ?? [])
    const count = (kind: Reach["kind"]) => planned.filter(({ reach }) => reach.kind === kind).length
    console.log(
      `Citus: ${planned.length} statements: ${count("one_shard")} on one shard, ${count("local")} on the coordinator, ${count("several_shards")} on several shards, ${count("rejected")} rejected, ${count("unknown")} of tests only.`
    )
    for (const problem of problems) console.log(`Citus: ${problem}`)
    return problems.length === 0
  } finally {
    await admin(server, `drop database if exists ${database} with (force)`)
  }
}
