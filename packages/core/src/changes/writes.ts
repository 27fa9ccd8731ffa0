import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import {
  ActionId,
  ApprovalRequired,
  NotImplemented,
  type OperationName,
  PreviewStale,
  randomId,
  type ServiceError
} from "../contract/index.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import type { Reply } from "../pipeline/handler.ts"
import { Settings } from "../settings.ts"
import { askBefore } from "./ask.ts"
import type { Change, Setting } from "./change.ts"
import { hold } from "./hold.ts"
import { fingerprint, forget, type IdempotentCall, type Kept, keep, recall } from "./idempotency.ts"
import { makeOneAtATime } from "./one-at-a-time.ts"
import { organizationRules } from "./organization.ts"
import { type QuotaState, quotaState, spendQuota } from "./quota.ts"

/** What every write may be sent with, whatever it does. */
interface Common {
  readonly dry_run?: boolean
  readonly preview_hash?: string
  readonly idempotency_key?: string
}

/** A write that a person approved: it runs as its requester. */
export interface Approval {
  readonly id: string
  /** Runs first in the transaction: fails where someone else decided meanwhile. */
  readonly claim: Effect.Effect<void, WriteFailure>
  /** Writes down what came of it: in the transaction, or after `finish` where the platform comes first. */
  readonly settle: (output: unknown) => Effect.Effect<void, SqlError>
}

/** What one run finds out on its way, for its reply. */
interface Notes {
  quota: QuotaState | null
  replayed: boolean
}

type AnyChange = Change<OperationName, unknown>
export type WriteFailure = ServiceError | SqlError

/** Runs changes: previews them, holds them for approval, executes them once. The only way to change a campaign. */
export class Writes extends Context.Tag("@adwarden/Writes")<
  Writes,
  {
    readonly add: (operation: OperationName, change: AnyChange) => void
    readonly run: (
      operation: OperationName,
      clearance: OrganizationClearance,
      input: object,
      approval?: Approval
    ) => Effect.Effect<Reply<unknown>, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Writes,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { writeQuota } = yield* Settings
  const oneAtATime = makeOneAtATime()
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  const hashOf = (operation: OperationName, preview: object) => fingerprint(operation, preview).slice(0, 32)
  const shown = (operation: OperationName, preview: object) => ({
    dry_run: true,
    ...preview,
    preview_hash: hashOf(operation, preview)
  })

  /** One snapshot and no lock: a preview waits for nobody and changes nothing. */
  const preview = (
    operation: OperationName,
    change: AnyChange,
    clearance: OrganizationClearance,
    input: object,
    notes: Notes
  ) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        const organization = yield* organizationRules(clearance.organization.id, false)
        const plan = yield* change.plan({ clearance, organization, approving: null }, input as never)
        notes.quota = yield* quotaState(organization.id, writeQuota)
        return shown(operation, change.preview(plan))
      })
    )

  /** After the commit, where the platform comes first. Without an answer nothing is said of the outcome. */
  const complete = (
    finish: Effect.Effect<unknown, WriteFailure>,
    action: ActionId,
    call: IdempotentCall | null,
    approval: Approval | undefined
  ) =>
    finish.pipe(
      Effect.tapError((error) =>
        call === null || error._tag === "unavailable"
          ? Effect.void
          : withSql(forget(call.organization, action))
      ),
      Effect.tap((output) =>
        sql.withTransaction(
          Effect.zipRight(
            call === null ? Effect.void : withSql(keep(call, { output })),
            approval === undefined ? Effect.void : approval.settle(output)
          )
        )
      ),
      Effect.map((output): Kept => ({ output }))
    )

  const execute = (
    operation: OperationName,
    change: AnyChange,
    clearance: OrganizationClearance,
    input: Common,
    approval: Approval | undefined,
    asked: unknown,
    notes: Notes
  ) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const { caller } = clearance
        const organization = yield* organizationRules(clearance.organization.id, true)
        const { idempotency_key: key, preview_hash: expected, ...essence } = input
        const call: IdempotentCall | null =
          key === undefined ? null : { organization: organization.id, caller, key, operation, input: essence }
        if (approval !== undefined) yield* approval.claim
        const before = call === null ? null : yield* recall(call)
        if (before !== null) {
          notes.replayed = true
          notes.quota = yield* quotaState(organization.id, writeQuota)
          return before
        }
        const remember = (answer: Kept) => Effect.as(call === null ? Effect.void : keep(call, answer), answer)

        const setting: Setting = { clearance, organization, approving: approval?.id ?? null, asked }
        const plan = yield* change.plan(setting, input as never)
        const current = change.preview(plan)
        if (expected !== undefined && expected !== hashOf(operation, current)) {
          return yield* new PreviewStale({ current: shown(operation, current) })
        }
        const refusal = change.refusal(plan)
        if (refusal !== null) return yield* Effect.fail<WriteFailure>(refusal)

        const unchanged = change.unchanged(plan)
        if (unchanged !== null) {
          notes.quota = yield* quotaState(organization.id, writeQuota)
          if (approval !== undefined) yield* approval.settle(unchanged)
          return yield* remember({ output: unchanged })
        }
        if (organization.approvalsRequired && approval === undefined) {
          const { campaign, reserve } = change.held(plan)
          const held = yield* hold(clearance, {
            operation,
            input: essence,
            preview: current,
            campaign,
            reserve
          })
          notes.quota = yield* quotaState(organization.id, writeQuota)
          return yield* remember({ held })
        }
        notes.quota = yield* spendQuota(organization.id, writeQuota)
        const id = ActionId.make(randomId("act"))
        const applied = yield* change.apply(plan, { id, clearance, queuedWrite: approval?.id ?? null })
        if ("finish" in applied) {
          if (call !== null) yield* keep(call, null, id)
          return { finish: complete(applied.finish, id, call, approval) }
        }
        if (approval !== undefined) yield* approval.settle(applied.done)
        return yield* remember({ output: applied.done })
      })
    )

  const changes = new Map<OperationName, AnyChange>()

  const carryOut = (
    operation: OperationName,
    clearance: OrganizationClearance,
    input: Common,
    approval: Approval | undefined,
    notes: Notes
  ): Effect.Effect<unknown, WriteFailure> => {
    const change = changes.get(operation)
    if (change === undefined) return new NotImplemented({ operation })
    if (input.dry_run === true) return withSql(preview(operation, change, clearance, input, notes))
    const once = (asked: unknown) =>
      withSql(execute(operation, change, clearance, input, approval, asked, notes))
    const approving = approval?.id ?? null
    const hash = (shows: object) => hashOf(operation, shows)
    return withSql(askBefore({ operation, change, clearance, input, approving, hashOf: hash })).pipe(
      Effect.flatMap((asked) => oneAtATime(clearance.organization.id)(once(asked))),
      Effect.flatMap((kept) => ("finish" in kept ? kept.finish : Effect.succeed(kept))),
      Effect.flatMap(
        (kept): Effect.Effect<unknown, WriteFailure> =>
          "held" in kept
            ? Effect.fail(new ApprovalRequired({ queued_recommendation_id: kept.held }))
            : Effect.succeed(kept.output)
      )
    )
  }

  return {
    add: (operation: OperationName, change: AnyChange) => void changes.set(operation, change),
    run: (
      operation: OperationName,
      clearance: OrganizationClearance,
      input: Common,
      approval?: Approval
    ): Effect.Effect<Reply<unknown>, SqlError> =>
      Effect.suspend(() => {
        const notes: Notes = { quota: null, replayed: false }
        return carryOut(operation, clearance, input, approval, notes).pipe(
          Effect.map((output): Reply<unknown>["result"] => ({ output })),
          Effect.catchIf(
            (error): error is ServiceError => error._tag !== "SqlError",
            (refused) => Effect.succeed<Reply<unknown>["result"]>({ refused })
          ),
          Effect.map((result): Reply<unknown> => ({ result, ...notes, audited: false }))
        )
      })
  }
})
