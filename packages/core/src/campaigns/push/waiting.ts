import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { connectionFailure, connectionOf, readConnections } from "../../platform/connection.ts"
import { makePlanningReader, runSqlText } from "../../storage/index.ts"

interface Row {
  readonly organization: number
  readonly campaign: number
  readonly account: string | null
}

/** Whether calls can be made for the account of a campaign, as far as stored facts show. */
const isConnected = ({ account, organization }: Row, reader = makePlanningReader()) =>
  Effect.map(
    reader.read(readConnections(organization)),
    ([connections]) => connectionFailure(connectionOf(account, connections)) === null
  )

const columns = "c.organization_id as organization, c.id as campaign, c.ad_account_id as account"

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
    const [row] = yield* runSqlText<Row>(
      `select ${columns} from campaigns c where c.organization_id = $1 and c.id = $2
         and c.platform_resource_name is not null and c.state <> 'error' and not (${startsSpend})`,
      [organization, campaign]
    )
    return row !== undefined && !(yield* isConnected(row))
  })

/** Reads campaigns with unpushed changes and no push in progress, whose connection works again. */
export const readWaiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.unsafe<Row>(
    `select ${columns} from campaigns c
     where c.unpushed <> '{}' and c.active_push_ids = '{}' and c.platform_resource_name is not null
       and c.state <> 'error' and c.removed_at is null and not (${startsSpend})
       and c.updated_at < now() - interval '2 minutes' order by c.updated_at limit 1000`
  )
  const reader = makePlanningReader()
  return yield* Effect.filter(rows, (row) => isConnected(row, reader))
})
