import { Data, Effect } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import {
  type OutcomeUnknown,
  PlatformUnreachable,
  type ReadFailure,
  taskFailure
} from "../../platform/errors.ts"
import { runSql } from "../../storage/index.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { aiMaxSql, type CampaignState, type StoredCampaign } from "../campaign.ts"
import { decodeTargeting, type StoredTargeting } from "../stored-json.ts"

/** A launch that others' changes in the platform stop. Nothing was written. */
export class ChangedOutside extends Data.TaggedError("ChangedOutside")<{ readonly message: string }> {}

export type PushFailure = ReadFailure | ChangedOutside

/** The outcome is unknown until the next attempt reads it, so this attempt counts as unreachable. */
export const toUnreachable = ({ message, platform }: OutcomeUnknown) =>
  new PlatformUnreachable({ platform, message: `It did not confirm a change (${message})` })

/** For a write whose result is read back anyway. */
export const ignoreUnknownOutcome = <A, E, R>(write: Effect.Effect<A, E | OutcomeUnknown, R>) =>
  Effect.catchIf(
    write,
    (error): error is OutcomeUnknown => (error as { _tag?: string })._tag === "OutcomeUnknown",
    () => Effect.void
  )

/** Whether a failure is no answer of the platform or of its login: sending the same again may succeed. */
export const isUnanswered = ({ reason }: Pick<TaskFailed, "reason">): boolean => !answers.has(reason)

const answers: ReadonlySet<TaskFailed["reason"]> = new Set([
  "google_ads_refused",
  "google_ads_connection_broken",
  "setup_required"
])

/** Returns the task failure of a failed push: permanent or retryable. */
export const asTaskFailure = (failure: PushFailure): TaskFailed | TryLater => {
  if (failure._tag === "ChangedOutside")
    return new TaskFailed({ message: failure.message, reason: "task_error" })
  const { message, reason } = taskFailure(failure)
  return failure._tag === "PlatformUnreachable"
    ? new TryLater({ message })
    : new TaskFailed({ message, reason })
}

/** A campaign as a push reads it: its target state and its platform ids. */
export interface PushRecord
  extends StoredTargeting,
    Pick<
      StoredCampaign,
      | "id"
      | "slug"
      | "name"
      | "budget"
      | "target_cpa"
      | "ai_max"
      | "state"
      | "wanted_state"
      | "creation_name"
      | "unpushed"
      | "callouts"
      | "last_synced_at"
      | "platform_resource_name"
      | "platform_budget_resource_name"
    > {
  readonly unpushed_from: unknown
  readonly conflict: unknown
  readonly organization: StoredCampaign["organization_id"]
  readonly account: StoredCampaign["ad_account_id"]
  readonly language: string | null
  readonly cpc_ceiling: number | null
}

/**
 * Reads what to push, and records that this push is in progress. From here on a write of it may arrive at the
 * platform, even after its worker died. Null if the campaign does not exist.
 */
export const beginPush = (organization: number, campaign: number, pushId: string) =>
  Effect.map(
    underOrganizationLock(
      organization,
      runSql<PushRecord>(
        `update campaigns c set active_push_ids = array_append(array_remove(c.active_push_ids, $3), $3)
        where c.organization_id = $1 and c.id = $2
        returning c.id, c.organization_id as organization, c.slug, c.name, c.budget, c.target_cpa, ${aiMaxSql("c")} as ai_max,
          c.state, c.wanted_state, c.ad_account_id as account, c.platform_resource_name,
          c.platform_budget_resource_name, c.last_synced_at, c.creation_name, c.unpushed, c.unpushed_from, c.conflict,
          c.language, c.cpc_ceiling, c.locations, c.radius, c.sitelinks, c.callouts`,
        [organization, campaign, pushId]
      )
    ),
    ([row]) => (row === undefined ? null : { ...row, ...decodeTargeting(row) })
  )

/** The target state; null for a campaign in error without one. */
export const wantedState = ({ state, wanted_state }: PushRecord): CampaignState | null =>
  state === "error" ? wanted_state : state
