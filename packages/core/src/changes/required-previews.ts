import { Effect } from "effect"
import { purgeByOrganization, runSql } from "../storage/index.ts"
import type { PlanContext } from "./edit.ts"
import { callerKey } from "./executions.ts"
import type { AnyWrite, PlannedWrite } from "./write.ts"
import type { WriteRequest } from "./write-request.ts"

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
