import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Either } from "effect"
import { noteDetail, noteInverse } from "../../changes/action-log.ts"
import type { Refusal, Underway } from "../../changes/finish/course.ts"
import { refusalOf } from "../../changes/finish/refusal.ts"
import { markExecuted, markFailed, noteCourse, stepOf } from "../../changes/finish/settle.ts"
import { Undecided } from "../../changes/finish/undecided.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"
import type { ReadFailure } from "../../platform/errors.ts"
import type { AdAccount, PlatformNegative } from "../../platform/model/index.ts"
import { addedDetail } from "./detail.ts"
import { discardIntended, intendedBy, leaveToOthers, putInForce, type StoredNegative } from "./rows.ts"
import { termKey } from "./term.ts"

/** How often one run sends them. Adding what is there already changes nothing, so a second time does no harm. */
const sends = 2

type Going = Effect.Effect<Underway, Undecided | SqlError, SqlClient.SqlClient>

const among = (there: ReadonlyArray<PlatformNegative>) => {
  const refs = new Map(there.map(({ match, ref, text }) => [`${match} ${termKey(text)}`, ref]))
  return (rows: ReadonlyArray<StoredNegative>) =>
    rows.flatMap(({ id, match, text }) => {
      const ref = refs.get(`${match} ${termKey(text)}`)
      return ref === undefined ? [] : [{ id, ref, text }]
    })
}

/** Before anything is sent: what others have in the platform already is left to them, and told. */
const look = (action: Underway, there: ReadonlyArray<PlatformNegative>) =>
  stepOf(action, (now) =>
    Effect.gen(function* () {
      if (now.course.looked) return
      const rows = yield* intendedBy(now)
      const found = among(there)(rows)
      const { already_there = [] } = now.course.answer as { already_there?: ReadonlyArray<string> }
      const answer = {
        ...now.course.answer,
        added: rows.length - found.length,
        already_there: [...already_there, ...found.map(({ text }) => text)]
      }
      yield* noteCourse(now, { ...now.course, answer, looked: true })
      if (found.length === 0) return
      yield* leaveToOthers(now, found)
      const ours = rows.filter(({ id }) => !found.some((one) => one.id === id))
      const inverse = {
        kind: "negative_keywords",
        campaign: now.campaign,
        ids: ours.map(({ id }) => id)
      } as const
      yield* noteInverse(now.organization, now.id, [inverse])
      yield* noteDetail(now.organization, now.id, addedDetail(ours))
    })
  )

const done = (action: Underway, named: ReadonlyArray<{ readonly id: number; readonly ref: string }>) =>
  stepOf(action, (now) => Effect.zipRight(putInForce(now, named), markExecuted(now)))

/** It has surely not been done: the intended rows go, and whoever asked hears why. */
export const giveUp = (action: Underway, refusal: Refusal) =>
  stepOf(action, (now) => Effect.zipRight(discardIntended(now), markFailed(now, refusal)))

/** Brings the exclusions of an action into the platform, wherever an earlier try was left. */
export const sendNegatives = Effect.gen(function* () {
  const platform = yield* AdPlatform
  const accounts = yield* AdAccounts

  /** While nothing can have been sent a failure is final; after that only the platform's word is. */
  const failed = (action: Underway, failure: ReadFailure, untouched: boolean): Going =>
    untouched && failure._tag !== "PlatformUnreachable"
      ? giveUp(action, refusalOf(failure))
      : Effect.fail(new Undecided({ message: failure.message, untouched }))

  const send = (action: Underway, account: AdAccount, left: number, untouched: boolean): Going =>
    Effect.gen(function* () {
      const place = { campaign: action.ref }
      const there = yield* Effect.either(platform.negatives(account, place))
      if (Either.isLeft(there)) return yield* failed(action, there.left, untouched)
      const now = action.course.looked ? action : yield* look(action, there.right)
      if (now.state !== "executing") return now
      const rows = yield* intendedBy(now)
      const found = among(there.right)(rows)
      if (found.length === rows.length) return yield* done(now, found)
      if (left === 0) return yield* new Undecided({ message: "Its answer was lost again.", untouched: false })
      const answer = yield* Effect.either(platform.addNegatives(account, place, rows))
      if (Either.isRight(answer)) {
        return yield* done(
          now,
          rows.map(({ id }, n) => ({ id, ref: answer.right[n]! }))
        )
      }
      return answer.left._tag === "OutcomeUnknown"
        ? yield* send(now, account, left - 1, false)
        : // They were just read as missing, and none of them were taken now.
          yield* failed(now, answer.left, untouched || answer.left._tag !== "PlatformUnreachable")
    })

  return (action: Underway): Going =>
    accounts.get(action.organization, action.account ?? "").pipe(
      Effect.either,
      Effect.flatMap((account) => {
        const untouched = !action.course.looked
        if (Either.isRight(account)) return send(action, account.right, sends, untouched)
        return account.left._tag === "SqlError"
          ? Effect.fail(account.left)
          : failed(action, account.left, untouched)
      })
    )
})
