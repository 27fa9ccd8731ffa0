import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import {
  type ConnectionFacts,
  connectionFactsSql,
  connectionFailure,
  joinLoginSql
} from "../../platform/connection.ts"

interface Row {
  readonly organization: number
  readonly campaign: number
  readonly connection: ConnectionFacts | null
}

const connection = `(select ${connectionFactsSql} from ad_accounts a ${joinLoginSql}
  where a.organization_id = c.organization_id and a.id = c.ad_account_id)`

/**
 * SQL: whether the waiting change would set the campaign live. It is never sent later automatically: a person
 * must request it again.
 */
const startsSpend = "'state' = any (c.unpushed) and c.state = 'live'"

/**
 * Whether the changes of a campaign can wait for its connection: it is in the platform, not in error, starts
 * no spend, and its connection is known to be broken.
 */
export const waitsForConnection = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql.unsafe<Row>(
      `select ${connection} as connection from campaigns c where c.organization_id = $1 and c.id = $2
         and c.platform_resource_name is not null and c.state <> 'error' and not (${startsSpend})`,
      [organization, campaign]
    )
    return row !== undefined && connectionFailure(row.connection) !== null
  })

/** Reads campaigns with unpushed changes and no push in progress, whose connection works again. */
export const readWaiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.unsafe<Row>(
    `select c.organization_id as organization, c.id as campaign, ${connection} as connection from campaigns c
     where c.unpushed <> '{}' and c.active_push_ids = '{}' and c.platform_resource_name is not null
       and c.state <> 'error' and c.removed_at is null and not (${startsSpend})
       and c.updated_at < now() - interval '2 minutes' order by c.updated_at limit 1000`
  )
  return rows.filter((row) => connectionFailure(row.connection) === null)
})
