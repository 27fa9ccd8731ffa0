import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { messageOf } from "../contract/index.ts"
import type { PlatformChanges, PlatformCheck } from "../platform/model/index.ts"
import { isHeld } from "./approvals/hold.ts"
import type { Asking } from "./asking.ts"
import { fingerprint } from "./asking.ts"
import type { At } from "./edit.ts"
import { figuresOf } from "./guardrails/money.ts"
import { checkPending, checkWarnings, platformChangesOf, refusedHere } from "./platform-check.ts"
import { type AnyWrite, type PlannedWrite, stepsOf } from "./write.ts"

/**
 * What a preview vouches for: the operation, the organization, the parameters, from what to what, and what stands
 * in the way. Advisory figures (shares, warnings) are no part of it: they move by the hour and change nothing.
 */
export const previewHash = ({ clearance, operation, parameters }: Asking, planned: PlannedWrite): string =>
  fingerprint(
    operation.name,
    clearance.organization.id,
    parameters,
    planned.actions.map(({ campaign, planned: steps, undoes }) => [
      campaign?.id ?? null,
      undoes?.action ?? null,
      steps.map(({ edit, plan }) => [edit.kind, plan.empty, plan.essence])
    ]),
    planned.refusal?._tag ?? null,
    figuresOf(planned.limits)
  )
    .toString("hex")
    .slice(0, 32)

/** What will probably go wrong with what a plan does, each told once. */
export const warningsOf = (
  at: At,
  planned: PlannedWrite
): Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const warnings = new Set<string>()
    for (const { edit, plan } of stepsOf(planned)) {
      if (plan.empty || edit.warnings === undefined) continue
      for (const warning of yield* edit.warnings(at, plan)) warnings.add(warning)
    }
    return [...warnings]
  })

/** Why the platform does not hear of a plan yet, and what to do: for the answer of an executed change. */
export const waitingOf = (planned: PlannedWrite): ReadonlyArray<string> => [
  ...new Set(stepsOf(planned).flatMap(({ edit, plan }) => (plan.empty ? [] : (edit.waits?.(plan) ?? []))))
]

/** A preview of which only the platform's check is missing. */
export interface OpenPreview {
  /** What the platform is to be asked about; empty where nothing reaches it, or where our own rules refuse the change. */
  readonly asked: ReadonlyArray<PlatformChanges>
  /** The preview with the platform's check; null where nothing reaches the platform. */
  readonly show: (check: PlatformCheck | null) => Record<string, unknown>
}

/**
 * Reads all that a preview shows, but asks the platform nothing: that is for after the transaction, so that nobody holds
 * a connection or a lock while the platform thinks.
 */
export const openPreview = (
  asking: Asking,
  at: At,
  write: AnyWrite,
  planned: PlannedWrite
): Effect.Effect<OpenPreview, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const warnings = yield* warningsOf(at, planned)
    const reaches = yield* platformChangesOf(at, planned)
    const { refusal } = planned
    const [campaign] = planned.actions.flatMap((action) => action.campaign?.slug ?? [])
    const show = (found: PlatformCheck | null) => {
      const check = reaches.length === 0 ? null : refusal === null ? (found ?? checkPending) : refusedHere
      const all = [...warnings, ...checkWarnings(check)]
      return {
        dry_run: true,
        ...(campaign === undefined ? {} : { campaign }),
        ...(refusal === null ? {} : { blocked_reason: messageOf(refusal) }),
        ...write.preview(planned, check),
        ...figuresOf(planned.limits),
        needs_approval: isHeld(asking, at),
        ...(all.length === 0 ? {} : { warnings: all }),
        ...(check === null ? {} : { platform_check: check }),
        preview_hash: previewHash(asking, planned)
      }
    }
    return { asked: refusal === null ? reaches : [], show }
  })

/** What a preview shows where the platform is not asked. */
export const shownPreview = (asking: Asking, at: At, write: AnyWrite, planned: PlannedWrite) =>
  Effect.map(openPreview(asking, at, write, planned), ({ show }) => show(null))
