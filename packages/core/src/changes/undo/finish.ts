import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type ActionId, type Output, Unavailable } from "../../contract/index.ts"
import { type ReadFailure, taskFailure } from "../../platform/index.ts"
import { Settings } from "../../settings.ts"
import { Queue } from "../../tasks/queue.ts"
import { settleApproved } from "../approvals/settle.ts"
import type { Act, Applied } from "../change.ts"
import { undoFinish } from "../finish-queues.ts"
import { settleKey } from "../idempotency.ts"
import { organizationRules } from "../organization.ts"
import { refundQuota } from "../quota.ts"
import type { Way } from "./kind.ts"
import { undoKinds } from "./kinds.ts"
import { markUndone, type UndoneBy, undoneBy } from "./mark.ts"
import { restoreAll } from "./restore.ts"

type Answer = Output<"actions.undo">

/** Kept with the action while the platform is asked, so that another host can take it up. */
interface Undoing {
  readonly by: UndoneBy
  readonly userId: number
  /** What the transaction brought back already. */
  readonly answer: Answer
  readonly ways: ReadonlyArray<Pick<Way, "piece" | "sentence">>
  readonly spentAt: string
  /** What the caller's idempotency key is kept under. */
  readonly keptAs: string
}

const unknown = new Unavailable({
  retryAfter: 5,
  because: "The ad platform did not say whether it took the change back; this is being found out."
})

/** The part of an undo that the platform does first. Everything in it may be done twice without harm. */
export class UndoFinisher extends Context.Tag("@adwarden/UndoFinisher")<
  UndoFinisher,
  {
    /** Writes down what is under way, in the transaction, with the job that finishes it should this host die. */
    readonly begin: (
      organization: number,
      act: Act,
      answer: Answer,
      ways: ReadonlyArray<Way>
    ) => Effect.Effect<Applied<"actions.undo">, SqlError>
    readonly finish: (organization: number, action: string) => Effect.Effect<Answer, Unavailable | SqlError>
    /** Takes up what even its job left behind; answers how many were brought to an end. */
    readonly finishAll: Effect.Effect<number, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    UndoFinisher,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* Queue
  const kinds = yield* undoKinds
  const { finishAfterSeconds } = yield* Settings
  const atOnce = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    sql.withTransaction(Effect.provideService(work, SqlClient.SqlClient, sql))

  /** Null where it is finished already. */
  const underWay = (organization: number, action: string, lock: boolean) =>
    Effect.map(
      sql<{ undoing: Undoing | null }>`select undoing from actions
        where organization_id = ${organization} and id = ${action} ${sql.literal(lock ? "for update" : "")}`,
      ([row]) => row?.undoing ?? null
    )

  const conclude = (organization: number, action: string, answer: Answer, restored: boolean) =>
    atOnce(
      Effect.gen(function* () {
        // The organization first, as every writer does, so that nobody waits in a circle.
        yield* organizationRules(organization, true)
        const undoing = yield* underWay(organization, action, true)
        if (undoing === null) return answer
        const { by, keptAs, spentAt, userId, ways } = undoing
        if (restored) yield* restoreAll(kinds, queue, organization, ways, { action, userId })
        if (answer.undone) yield* markUndone(organization, action, by)
        else {
          yield* sql`update actions set undoing = null where organization_id = ${organization} and id = ${action}`
          yield* refundQuota(organization, spentAt)
        }
        yield* settleKey(organization, keptAs, { output: answer })
        if (by.queued_write_id !== undefined) yield* settleApproved(organization, by.queued_write_id, answer)
        return answer
      })
    )

  const refused = (organization: number, action: string, { answer, ways }: Undoing, why: ReadFailure) => {
    const reason = taskFailure(why).message
    const not_restored = [
      ...(answer.not_restored ?? []),
      ...ways.map(({ sentence: what }) => ({ what, reason }))
    ]
    const undone = answer.restored.length > 0
    return conclude(organization, action, { ...answer, undone, not_restored }, false)
  }

  const finish = (organization: number, action: string): Effect.Effect<Answer, Unavailable | SqlError> =>
    Effect.gen(function* () {
      const undoing = yield* underWay(organization, action, false)
      if (undoing === null) return { undone: true, action_id: action as ActionId, restored: [] }
      const { answer, ways } = undoing
      const asked = Effect.forEach(
        ways,
        ({ piece }) => kinds.kindOf(piece).platform?.(organization, piece) ?? Effect.void
      )
      const restored = [...answer.restored, ...ways.map(({ sentence }) => sentence)]
      return yield* asked.pipe(
        Effect.matchEffect({
          onSuccess: () => conclude(organization, action, { ...answer, restored }, true),
          onFailure: (why): Effect.Effect<Answer, Unavailable | SqlError> =>
            why._tag === "SqlError"
              ? Effect.fail(why)
              : why._tag === "OutcomeUnknown"
                ? Effect.fail(unknown)
                : refused(organization, action, undoing, why)
        })
      )
    })

  return {
    begin: (organization: number, act: Act, answer: Answer, ways: ReadonlyArray<Way>) =>
      Effect.gen(function* () {
        const action = answer.action_id
        const undoing: Undoing = {
          by: undoneBy(act),
          userId: act.clearance.caller.userId,
          answer,
          ways: ways.map(({ piece, sentence }) => ({ piece, sentence })),
          spentAt: new Date().toISOString(),
          keptAs: act.id
        }
        yield* sql`update actions set undoing = ${JSON.stringify(undoing)}::jsonb
          where organization_id = ${organization} and id = ${action}`
        yield* queue.send(
          undoFinish,
          { organization, action },
          { organization, startAfterSeconds: finishAfterSeconds }
        )
        const applied: Applied<"actions.undo"> = { finish: finish(organization, action) }
        return applied
      }),
    finish,
    finishAll: Effect.gen(function* () {
      const left = yield* sql<{ organization_id: number; id: string }>`
        select organization_id, id from actions where undoing is not null
          and (undoing->>'spentAt')::timestamptz < now() - ${finishAfterSeconds} * interval '2 seconds' limit 1000`
      const ended = yield* Effect.forEach(left, ({ id, organization_id }) =>
        finish(organization_id, id).pipe(
          Effect.as(1),
          Effect.catchTag("unavailable", () => Effect.succeed(0))
        )
      )
      return ended.reduce<number>((sum, one) => sum + one, 0)
    }).pipe(Effect.withSpan("UndoFinisher.finishAll"))
  }
})
