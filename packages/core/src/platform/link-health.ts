import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"
import { AdAccounts } from "./ad-accounts.ts"
import { taskFailure } from "./errors.ts"

/** Whether calls for an account succeed, according to the platform. */
export interface LinkHealth {
  readonly organization: string
  readonly account: string
  /** The problem and what to do; null if calls succeed. */
  readonly problem: string | null
}

interface Row {
  readonly organization_id: number
  readonly organization: string
  readonly account: string
}

/** Checks each linked account with the platform, using the login that the service uses. It writes nothing. */
export const linkHealth: Effect.Effect<
  ReadonlyArray<LinkHealth>,
  SqlError,
  SqlClient.SqlClient | AdAccounts
> = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const linked = yield* runSql<Row>`
    select a.organization_id, o.slug as organization, a.id as account
    from ad_accounts a join organizations o on o.id = a.organization_id
    where a.status <> 'not_linked' order by o.slug, a.id`
  return yield* Effect.forEach(
    linked,
    ({ account, organization, organization_id }) =>
      accounts.get(organization_id, account).pipe(
        Effect.flatMap((found) => found.platform.details(found)),
        Effect.as(null),
        Effect.catchIf(
          (error) => error._tag !== "SqlError",
          (error) => Effect.succeed(taskFailure(error).message)
        ),
        Effect.map((problem): LinkHealth => ({ organization, account, problem }))
      ),
    { concurrency: 4 }
  )
}).pipe(Effect.withSpan("linkHealth"))
