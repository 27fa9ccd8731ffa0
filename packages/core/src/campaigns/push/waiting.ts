import { Effect } from "effect"
import { connectionFailure, connectionOf, readConnections } from "../../platform/connection.ts"
import { makePlanningReader, runSql } from "../../storage/index.ts"
import type { TaskFailed } from "../../tasks/failures.ts"
import { isUnanswered } from "./record.ts"

interface Row {
  readonly organization: number
  readonly campaign: number
  readonly account: string | null
}

/** A campaign whose change waits, and whether the change stops spend. */
interface WaitingCampaign extends Row {
  readonly stops: boolean
}

/** Whether calls can be made for the account of a campaign, as far as stored facts show. */
const isConnected = ({ account, organization }: Row, reader = makePlanningReader()) =>
  Effect.map(
    reader.read(readConnections(organization)),
    ([connections]) => connectionFailure(connectionOf(account, connections)) === null
  )

const columns = "c.organization_id as organization, c.id as campaign, c.ad_account_id as account"

/** SQL: the state that the campaign should have; null in error without one. */
const targetSql = "case when c.state = 'error' then c.wanted_state else c.state end"

/**
 * SQL: whether the waiting change would set the campaign live. It is never sent later automatically: a person
 * must request it again.
 */
const startsSpend = `'state' = any (c.unpushed) and ${targetSql} = 'live'`

/** SQL: whether the waiting change pauses the campaign or lowers its budget. */
const stopsSpend = (c: string) => `('state' = any (${c}.unpushed) and ${c}.state <> 'live'
  or 'budget' = any (${c}.unpushed) and coalesce(${c}.budget, 0) < coalesce(${c}.platform_budget, 0))`

/**
 * SQL: whether a campaign has changes that the platform lacks and can receive. In a conflict a person decides first,
 * except on what stops spend.
 */
const isWaiting = (c: string) => `${c}.unpushed <> '{}' and ${c}.removed_at is null
  and ${c}.platform_resource_name is not null and ${c}.state <> 'error'
  and (${c}.conflict is null or ${stopsSpend(c)})`

/**
 * Whether the changes of a campaign wait after a failed push and are sent again: it is in the platform, the
 * change starts no spend, and nobody answered, or the connection is known to be broken.
 */
export const waitsAfter = (organization: number, campaign: number, failure: Pick<TaskFailed, "reason">) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<Row & { readonly in_error: boolean }>(
      `select ${columns}, c.state = 'error' as in_error from campaigns c
       where c.organization_id = $1 and c.id = $2 and c.platform_resource_name is not null
         and ${targetSql} is not null and not (${startsSpend})`,
      [organization, campaign]
    )
    if (row === undefined) return false
    return isUnanswered(failure) || (!row.in_error && !(yield* isConnected(row)))
  })

/**
 * Reads campaigns with unpushed changes and no push in progress, whose connection works. Changes that stop
 * spend come first. While one of an organization has not reached the platform, its other changes are left
 * out, for ten minutes after their last attempt at most.
 */
export const readWaiting = Effect.gen(function* () {
  const rows = yield* runSql<WaitingCampaign>(
    `select ${columns}, ${stopsSpend("c")} as stops from campaigns c
     where ${isWaiting("c")} and c.active_push_ids = '{}' and not (${startsSpend})
       and case when ${stopsSpend("c")} then c.updated_at < now() - interval '10 seconds'
         else c.updated_at < now() - interval '10 minutes' or c.updated_at < now() - interval '2 minutes'
           and not exists (select from campaigns s where s.organization_id = c.organization_id
             and ${isWaiting("s")} and ${stopsSpend("s")}) end
     order by stops desc, c.updated_at limit 1000`,
    []
  )
  const reader = makePlanningReader()
  return yield* Effect.filter(rows, (row) => isConnected(row, reader))
})
