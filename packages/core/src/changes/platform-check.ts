import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Duration, Effect } from "effect"
import type { ServiceError } from "../contract/index.ts"
import { AdAccounts } from "../platform/ad-accounts.ts"
import { AdPlatform } from "../platform/ad-platform.ts"
import { type ReadFailure, taskFailure } from "../platform/errors.ts"
import type { PlatformChange } from "../platform/model/index.ts"
import type { At } from "./edit.ts"
import { type PlannedWrite, stepsOf } from "./write.ts"

/** Changes that the platform would receive for one of its accounts. */
export interface PlatformChanges {
  readonly account: string
  readonly changes: ReadonlyArray<PlatformChange>
}

/** What the platform's own validate-only check says of a change, as previews carry it. */
export interface PlatformCheck {
  readonly verdict: "accepted" | "refused" | "unchecked"
  /** The platform's own words where it refused; why it was not asked where unchecked; null where it accepted. */
  readonly reason: string | null
}

/** A platform that takes longer is not waited for. */
const timeLimit = Duration.seconds(2)

const unchecked = (reason: string): PlatformCheck => ({ verdict: "unchecked", reason })

/** For a change that our own rules refuse: the platform would never hear of it. */
export const refusedHere = unchecked("The change is refused here first, so the ad platform was not asked.")
/** For a queued write until its check has ended. */
export const checkPending = unchecked("The check by the ad platform has not ended yet.")
const tooSlow = unchecked("The ad platform did not answer within 2 seconds.")

/** What the platform would receive of a plan, for each account; empty where nothing of it reaches the platform. */
export const platformChangesOf = (
  at: At,
  planned: PlannedWrite
): Effect.Effect<ReadonlyArray<PlatformChanges>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const byAccount = new Map<string, ReadonlyArray<PlatformChange>>()
    for (const { edit, plan } of stepsOf(planned)) {
      const found = plan.empty
        ? null
        : ((yield* edit.platformChanges?.(at, plan) ?? Effect.succeed(null)) ?? null)
      if (found === null) continue
      byAccount.set(found.account, [...(byAccount.get(found.account) ?? []), ...found.changes])
    }
    return [...byAccount].map(([account, changes]) => ({ account, changes }))
  })

const verdictOf = (failure: ReadFailure): PlatformCheck =>
  failure._tag === "PlatformRefused"
    ? { verdict: "refused", reason: failure.message }
    : unchecked(`The ad platform could not be asked. ${taskFailure(failure).message}`)

const order = ["refused", "unchecked", "accepted"] as const

/** The worst of several verdicts: one that is refused decides for all of them. */
export const worstOf = (checks: ReadonlyArray<PlatformCheck>): PlatformCheck =>
  order.flatMap((verdict) => checks.find((check) => check.verdict === verdict) ?? [])[0] ?? unchecked("")

/** The error of a plan that is not executed where the check refuses it; null where the check only advises. */
export const refusedByCheck = (planned: PlannedWrite, reason: string): ServiceError | null => {
  for (const { edit, plan } of stepsOf(planned)) {
    const error = plan.empty ? null : (edit.refusedThere?.(plan, reason) ?? null)
    if (error !== null) return error
  }
  return null
}

/** The warning that a refused check adds to a preview. */
export const checkWarnings = (check: PlatformCheck | null): ReadonlyArray<string> =>
  check?.verdict === "refused"
    ? [`The ad platform would refuse this change: ${check.reason ?? "it gave no reason."}`]
    : []

/** What a check found, and whether it found the login revoked: then what was planned before it is out of date. */
interface Checked {
  readonly check: PlatformCheck
  readonly loginBroken: boolean
}

/** Asks the platform about changes, within the time limit. It never fails: what cannot be asked is unchecked. */
export const makePlatformCheck = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform

  /** Only the platform is bound by the limit: what is read here is not cut off half way. */
  const checkOne = (organization: number, { account, changes }: PlatformChanges): Effect.Effect<Checked> =>
    Effect.gen(function* () {
      const ready = yield* accounts.get(organization, account)
      const answer = yield* Effect.timeoutOption(platform.check(ready, changes), timeLimit)
      const check: PlatformCheck = answer._tag === "None" ? tooSlow : { verdict: "accepted", reason: null }
      return { check, loginBroken: false }
    }).pipe(
      Effect.catchAll((failure) =>
        Effect.succeed<Checked>(
          failure._tag === "SqlError"
            ? { check: unchecked("The ad account could not be read."), loginBroken: false }
            : { check: verdictOf(failure), loginBroken: failure._tag === "ConnectionBroken" }
        )
      )
    )

  return (organization: number, asked: ReadonlyArray<PlatformChanges>): Effect.Effect<Checked> =>
    Effect.map(
      Effect.forEach(asked, (one) => checkOne(organization, one), { concurrency: "unbounded" }),
      (checks) => ({
        check: worstOf(checks.map(({ check }) => check)),
        loginBroken: checks.some(({ loginBroken }) => loginBroken)
      })
    )
})
