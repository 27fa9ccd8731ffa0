import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { listSlugs } from "../access/organizations.ts"
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

/** Checks each linked account with the platform, using the login that the service uses. It writes nothing. */
export const linkHealth: Effect.Effect<
  ReadonlyArray<LinkHealth>,
  SqlError,
  SqlClient.SqlClient | AdAccounts
> = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const linked = yield* runSql<{ readonly organization: number; readonly account: string }>`
    select organization_id as organization, id as account from ad_accounts where status <> 'not_linked' order by id`
  const linkedBySlug = (yield* listSlugs).flatMap(({ id, slug }) =>
    linked.filter(({ organization }) => organization === id).map((row) => ({ ...row, slug }))
  )
  return yield* Effect.forEach(
    linkedBySlug,
    ({ account, organization, slug }) =>
      accounts.get(organization, account).pipe(
        Effect.flatMap((found) => found.platform.details(found)),
        Effect.as(null),
        Effect.catchIf(
          (error) => error._tag !== "SqlError",
          (error) => Effect.succeed(taskFailure(error).message)
        ),
        Effect.map((problem): LinkHealth => ({ organization: slug, account, problem }))
      ),
    { concurrency: 4 }
  )
}).pipe(Effect.withSpan("linkHealth"))
