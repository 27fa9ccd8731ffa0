import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { messageOf, type WarningCode, warningCodes } from "../contract/index.ts"
import { purgeByOrganization, runSql } from "../storage/index.ts"
import type { PlanContext } from "./edit.ts"
import { callerKey } from "./executions.ts"
import { limitFigures } from "./guardrails/money.ts"
import type { Holds } from "./holds.ts"
import {
  type CheckedChanges,
  checkPending,
  checkWarnings,
  type PlatformFindings,
  platformChangesOf,
  refusedLocally
} from "./platform-check.ts"
import { type AnyWrite, fingerprint, type PlannedWrite, stepsOf, type WriteRequest } from "./write.ts"

/**
 * Returns the hash over the operation, organization, parameters, the state before and after, the conflicts
 * and the codes of warnings. Advisory figures (shares, texts of warnings) are excluded: they vary by the hour
 * and change nothing.
 */
export const previewHash = (
  { clearance, operation, parameters }: WriteRequest,
  planned: PlannedWrite
): string =>
  fingerprint(
    operation.name,
    clearance.organization.id,
    parameters,
    planned.actions.map(({ campaign, planned: steps, undoes }) => [
      campaign?.id ?? null,
      undoes?.action ?? null,
      steps.map(({ edit, plan }) => [edit.kind, plan.empty, plan.hashedContent])
    ]),
    planned.refusal?._tag ?? null,
    limitFigures(planned.limits),
    ...codesOf(planned)
  )
    .toString("hex")
    .slice(0, 32)

/** Returns the distinct codes of a plan's warnings, in the order of the contract. */
export const codesOf = ({ codedWarnings }: PlannedWrite): ReadonlyArray<WarningCode> => {
  const found = new Set(codedWarnings.map(({ code }) => code))
  return warningCodes.filter((code) => found.has(code))
}

/** Returns the distinct warnings of a plan. */
export const warningsOf = (
  context: PlanContext,
  planned: PlannedWrite
): Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const warnings = new Set<string>()
    for (const { edit, plan } of stepsOf(planned)) {
      if (plan.empty || edit.warnings === undefined) continue
      for (const warning of yield* edit.warnings(context, plan)) warnings.add(warning)
    }
    for (const { text } of planned.codedWarnings) warnings.add(text)
    return [...warnings]
  })

/**
 * Returns why a plan does not reach the platform yet and what to do, and the warnings that count, for the response of
 * an executed change.
 */
export const executedWarningsOf = (planned: PlannedWrite): ReadonlyArray<string> => [
  ...new Set([
    ...stepsOf(planned).flatMap(({ edit, plan }) => (plan.empty ? [] : (edit.waitReason?.(plan) ?? []))),
    ...planned.codedWarnings.map(({ text }) => text)
  ])
]

/** A preview without the platform's check. */
export interface UncheckedPreview {
  /** The mutations to check; empty if nothing reaches the platform or our own rules refuse the change. */
  readonly platformChanges: ReadonlyArray<CheckedChanges>
  /** Renders the preview with what the platform said; null if it was not asked. */
  readonly render: (findings: PlatformFindings | null) => Record<string, unknown>
}

/**
 * Reads everything a preview shows except the platform's check. The check follows the transaction, so no
 * connection or lock is held during it.
 */
export const buildPreview = (
  holds: Holds["Type"],
  request: WriteRequest,
  context: PlanContext,
  write: AnyWrite,
  planned: PlannedWrite
): Effect.Effect<UncheckedPreview, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const warnings = yield* warningsOf(context, planned)
    const reachingChanges = yield* platformChangesOf(context, planned)
    const { refusal } = planned
    const codes = codesOf(planned)
    const [campaign] = planned.actions.flatMap((action) => action.campaign?.slug ?? [])
    const render = (findings: PlatformFindings | null) => {
      const check =
        reachingChanges.length === 0
          ? null
          : refusal === null
            ? (findings?.check ?? checkPending)
            : refusedLocally
      const all = [...warnings, ...checkWarnings(check)]
      return {
        dry_run: true,
        ...(campaign === undefined ? {} : { campaign }),
        ...(refusal === null ? {} : { blocked_reason: messageOf(refusal) }),
        ...write.preview(planned, check),
        ...limitFigures(planned.limits),
        needs_approval: holds.isHeld(request, context, planned),
        ...(all.length === 0 ? {} : { warnings: all }),
        ...(codes.length === 0 ? {} : { warning_codes: codes }),
        ...(check === null ? {} : { platform_check: check }),
        ...(findings === null || findings.outside.length === 0 ? {} : { outside_change: findings.outside }),
        preview_hash: previewHash(request, planned)
      }
    }
    // A campaign in conflict shows what others changed, although the change itself is refused.
    const asks = refusal === null || refusal._tag === "sync_conflict"
    return { platformChanges: asks ? reachingChanges : [], render }
  })

/** Renders a preview without asking the platform. */
export const renderPreview = (
  holds: Holds["Type"],
  request: WriteRequest,
  context: PlanContext,
  write: AnyWrite,
  planned: PlannedWrite
) => Effect.map(buildPreview(holds, request, context, write, planned), ({ render }) => render(null))

/**
 * Whether the organization requires a preview of a plan before it is executed: it has a warning that counts. Pauses of
 * campaigns and lower budgets have none. An undo restores, and people see the preview on the page.
 */
export const requiresPreview = (
  { clearance, operation }: WriteRequest,
  { rules }: PlanContext,
  write: AnyWrite,
  planned: PlannedWrite
): boolean =>
  rules.requirePreview &&
  operation.effect === "guarded" &&
  write.isUndo !== true &&
  clearance.caller.kind !== "person" &&
  planned.codedWarnings.length > 0

const idOf = ({ clearance }: WriteRequest, previewHash: string): string =>
  `${callerKey(clearance.caller)}/${previewHash}`

/** Records that the caller has previewed a plan. */
export const recordPreview = (request: WriteRequest, previewHash: string) =>
  runSql`insert into previewed_plans (organization_id, id)
    values (${request.clearance.organization.id}, ${idOf(request, previewHash)})
    on conflict (organization_id, id) do update set previewed_at = now()`

/** Whether the same credential has previewed the same plan within 24 hours. */
export const wasPreviewed = (request: WriteRequest, previewHash: string) =>
  Effect.map(
    runSql`select 1 from previewed_plans where organization_id = ${request.clearance.organization.id}
      and id = ${idOf(request, previewHash)} and previewed_at > now() - interval '24 hours'`,
    (rows) => rows.length > 0
  )

export const purgePreviews = purgeByOrganization("id", {
  previewed_plans: "previewed_at < now() - interval '24 hours'"
})
