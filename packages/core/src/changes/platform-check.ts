import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Duration, Effect } from "effect"
import type { ServiceError } from "../contract/index.ts"
import { AdAccounts } from "../platform/ad-accounts.ts"
import { AdPlatform } from "../platform/ad-platform.ts"
import { type ReadFailure, taskFailure } from "../platform/errors.ts"
import type { PlatformChange, PlatformChanges, PlatformCheck } from "../platform/model/index.ts"
import type { PlanContext } from "./edit.ts"
import { type PlannedWrite, stepsOf } from "./write.ts"

/** A platform that takes longer is not waited for. */
const timeLimit = Duration.seconds(2)

const unchecked = (reason: string): PlatformCheck => ({ verdict: "unchecked", reason })

/** For a change that our own rules refuse: the platform would never hear of it. */
export const refusedLocally = unchecked("The change is refused here first, so the ad platform was not asked.")
/** For a queued write until its check has ended. */
export const checkPending = unchecked("The check by the ad platform has not ended yet.")
const tooSlow = unchecked("The ad platform did not answer within 2 seconds.")

/** What the platform would receive of a plan, for each account; empty where nothing of it reaches the platform. */
export const platformChangesOf = (
  context: PlanContext,
  planned: PlannedWrite
): Effect.Effect<ReadonlyArray<PlatformChanges>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const byAccount = new Map<string, ReadonlyArray<PlatformChange>>()
    for (const { edit, plan } of stepsOf(planned)) {
      const ownChanges = plan.empty
        ? null
        : ((yield* edit.platformChanges?.(context, plan) ?? Effect.succeed(null)) ?? null)
      if (ownChanges === null) continue
      byAccount.set(ownChanges.account, [...(byAccount.get(ownChanges.account) ?? []), ...ownChanges.changes])
    }
    return [...byAccount].map(([account, changes]) => ({ account, changes }))
  })

const verdictOf = (failure: ReadFailure): PlatformCheck =>
  failure._tag === "PlatformRefused"
    ? { verdict: "refused", reason: failure.message }
    : unchecked(`The ad platform could not be asked. ${taskFailure(failure).message}`)

const worstFirst = ["refused", "unchecked", "accepted"] as const

/** The worst of several verdicts: one that is refused decides for all of them. */
export const worstOf = (checks: ReadonlyArray<PlatformCheck>): PlatformCheck =>
  worstFirst.flatMap((verdict) => checks.find((check) => check.verdict === verdict) ?? [])[0] ?? unchecked("")

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
interface CheckResult {
  readonly check: PlatformCheck
  readonly loginBroken: boolean
}

/** Asks the platform about changes, within the time limit. It never fails: what cannot be asked is unchecked. */
export const makePlatformCheck = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform

  /** Only the platform is bound by the limit: what is read here is not cut off half way. */
  const checkOne = (
    organization: number,
    { account, changes }: PlatformChanges
  ): Effect.Effect<CheckResult> =>
    Effect.gen(function* () {
      const linkedAccount = yield* accounts.get(organization, account)
      const response = yield* Effect.timeoutOption(platform.check(linkedAccount, changes), timeLimit)
      const check: PlatformCheck = response._tag === "None" ? tooSlow : { verdict: "accepted", reason: null }
      return { check, loginBroken: false }
    }).pipe(
      Effect.catchAll((failure) =>
        Effect.succeed<CheckResult>(
          failure._tag === "SqlError"
            ? { check: unchecked("The ad account could not be read."), loginBroken: false }
            : { check: verdictOf(failure), loginBroken: failure._tag === "ConnectionBroken" }
        )
      )
    )

  return (organization: number, changeSets: ReadonlyArray<PlatformChanges>): Effect.Effect<CheckResult> =>
    Effect.map(
      Effect.forEach(changeSets, (one) => checkOne(organization, one), { concurrency: "unbounded" }),
      (checks) => ({
        check: worstOf(checks.map(({ check }) => check)),
        loginBroken: checks.some(({ loginBroken }) => loginBroken)
      })
    )
})
