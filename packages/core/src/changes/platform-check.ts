import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Duration, Effect } from "effect"
import type { ServiceError } from "../contract/index.ts"
import { AdAccounts, type LinkedAccount } from "../platform/ad-accounts.ts"
import { type ReadFailure, taskFailure } from "../platform/errors.ts"
import type { PlatformChange, PlatformChanges, PlatformCheck } from "../platform/model.ts"
import { type KnownSettings, type OutsideChange, readOutsideChanges } from "../platform/outside-changes.ts"
import type { PlanContext } from "./edit.ts"
import { type PlannedWrite, stepsOf } from "./write.ts"

/** The time limit of the platform's check, and of reading what others changed there. */
export const timeLimit = Duration.seconds(2)

const unchecked = (reason: string): PlatformCheck => ({ verdict: "unchecked", reason })

/** For a change that our own rules refuse: the platform never receives it. */
export const refusedLocally = unchecked("The change is refused here first, so the ad platform was not asked.")
/** For a queued write until its check has ended, and for a preview that a refusal carries. */
export const checkPending = unchecked("The ad platform has not checked this change yet.")
const tooSlow = unchecked("The ad platform did not answer within 2 seconds.")

/** The changes for one account, and what the service knows of the settings of their campaigns. */
export interface CheckedChanges extends PlatformChanges {
  readonly known: ReadonlyArray<KnownSettings>
}

/**
 * Returns the mutations that the platform would receive, by account; empty if nothing reaches the platform.
 */
export const platformChangesOf = (
  context: PlanContext,
  planned: PlannedWrite
): Effect.Effect<ReadonlyArray<CheckedChanges>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const byAccount = new Map<
      string,
      { readonly changes: ReadonlyArray<PlatformChange>; readonly known: ReadonlyMap<string, KnownSettings> }
    >()
    for (const { edit, plan } of stepsOf(planned)) {
      const ownChanges = plan.empty
        ? null
        : ((yield* edit.platformChanges?.(context, plan) ?? Effect.succeed(null)) ?? null)
      if (ownChanges === null) continue
      const { changes, known } = byAccount.get(ownChanges.account) ?? { changes: [], known: new Map() }
      const settings = edit.knownSettings?.(context, plan) ?? null
      byAccount.set(ownChanges.account, {
        changes: [...changes, ...ownChanges.changes],
        known: settings === null ? known : new Map([...known, [settings.campaign, settings]])
      })
    }
    return [...byAccount].map(([account, { changes, known }]) => ({
      account,
      changes,
      known: [...known.values()]
    }))
  })

const verdictOf = (failure: ReadFailure): PlatformCheck =>
  failure._tag === "PlatformRefused"
    ? { verdict: "refused", reason: failure.message }
    : unchecked(`The ad platform could not be asked. ${taskFailure(failure).message}`)

const worstFirst = ["refused", "unchecked", "accepted"] as const

/** Returns the worst of several verdicts: one refusal refuses the whole plan. */
export const worstOf = (checks: ReadonlyArray<PlatformCheck>): PlatformCheck =>
  worstFirst.flatMap((verdict) => checks.find((check) => check.verdict === verdict) ?? [])[0] ?? unchecked("")

/**
 * Returns the error of a plan that is not executed if the check refuses it; null if the check only advises.
 */
export const refusedByCheck = (planned: PlannedWrite, reason: string): ServiceError | null => {
  for (const { edit, plan } of stepsOf(planned)) {
    const error = plan.empty ? null : (edit.refusedThere?.(plan, reason) ?? null)
    if (error !== null) return error
  }
  return null
}

/** Returns the warning that a refused check adds to a preview. */
export const checkWarnings = (check: PlatformCheck | null): ReadonlyArray<string> =>
  check?.verdict === "refused"
    ? [`The ad platform would refuse this change: ${check.reason ?? "it gave no reason."}`]
    : []

/** What a preview says of the platform: its verdict, and what others changed. */
export type PlatformFindings = Pick<CheckResult, "check" | "outside">

/** The verdict, and whether the check found the login revoked, which makes the earlier plan out of date. */
interface CheckResult {
  readonly check: PlatformCheck
  readonly loginBroken: boolean
  /** What others changed in the campaigns, as far as the platform could be read in time. */
  readonly outside: ReadonlyArray<OutsideChange>
}

/**
 * Checks changes with the platform, within the time limit. It never fails: without a response the verdict is
 * "unchecked".
 */
export const makePlatformCheck = Effect.gen(function* () {
  const accounts = yield* AdAccounts

  const verdictOfCheck = (account: LinkedAccount, changes: ReadonlyArray<PlatformChange>) =>
    Effect.timeoutOption(account.platform.check(account, changes), timeLimit).pipe(
      Effect.map(
        (response): Omit<CheckResult, "outside"> => ({
          check: response._tag === "None" ? tooSlow : { verdict: "accepted", reason: null },
          loginBroken: false
        })
      ),
      Effect.catchAll((failure) =>
        Effect.succeed({ check: verdictOf(failure), loginBroken: failure._tag === "ConnectionBroken" })
      )
    )

  const readOutside = (account: LinkedAccount, known: ReadonlyArray<KnownSettings>) =>
    Effect.map(
      Effect.forEach(known, (one) => readOutsideChanges(account, one, timeLimit), {
        concurrency: "unbounded"
      }),
      (found) => found.flat()
    )

  /** Only the platform calls have the time limit; database reads are not interrupted. */
  const checkOne = (
    organization: number,
    { account, changes, known }: CheckedChanges
  ): Effect.Effect<CheckResult> =>
    Effect.gen(function* () {
      const linkedAccount = yield* accounts.get(organization, account)
      const [verdict, outside] = yield* Effect.all(
        [verdictOfCheck(linkedAccount, changes), readOutside(linkedAccount, known)],
        { concurrency: 2 }
      )
      return { ...verdict, outside }
    }).pipe(
      Effect.catchAll((failure) =>
        Effect.succeed<CheckResult>(
          failure._tag === "SqlError"
            ? { check: unchecked("The ad account could not be read."), loginBroken: false, outside: [] }
            : {
                check: verdictOf(failure),
                loginBroken: failure._tag === "ConnectionBroken",
                outside: []
              }
        )
      )
    )

  return (organization: number, changeSets: ReadonlyArray<CheckedChanges>): Effect.Effect<CheckResult> =>
    Effect.map(
      Effect.forEach(changeSets, (one) => checkOne(organization, one), { concurrency: "unbounded" }),
      (checks) => ({
        check: worstOf(checks.map(({ check }) => check)),
        loginBroken: checks.some(({ loginBroken }) => loginBroken),
        outside: checks.flatMap(({ outside }) => outside)
      })
    )
})
