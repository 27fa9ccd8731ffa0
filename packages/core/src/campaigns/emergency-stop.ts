import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { underOrganizationLock } from "../access/organization-lock.ts"
import { updateRules } from "../access/organization-rules.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { Changes } from "../changes/changes.ts"
import { messageOf, RoleDenied } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"

/** A campaign that spends, or that may: one in error can still be live on the platform. */
export interface SpendingCampaign {
  readonly slug: string
  readonly name: string
  readonly budget: number | null
}

/** What an emergency stop did. */
export interface StopResult {
  /** The paused campaigns, each with the action that undoes it. */
  readonly paused: ReadonlyArray<SpendingCampaign & { readonly action: string | null }>
  /** The campaigns that could not be paused, each with the reason. */
  readonly failed: ReadonlyArray<SpendingCampaign & { readonly reason: string }>
}

export interface EmergencyStopShape {
  /** The campaigns that a stop would pause, for owners. */
  readonly preview: (
    clearance: OrganizationClearance
  ) => Effect.Effect<ReadonlyArray<SpendingCampaign>, RoleDenied | SqlError>
  /** For owners: from now on every change of a key or app waits for approval, and every live campaign is paused. */
  readonly stop: (organization: string) => Endpoint<StopResult>
}

const spendingCampaigns = statement(`
  select slug, name, budget from campaigns
  where organization_id = $1 and removed_at is null and (coalesce(wanted_state, state) = 'live' or state = 'error')
  order by budget desc nulls last, slug`)

const actionOf = (output: unknown): string | null => {
  const action = (output as { readonly action_id?: unknown } | null)?.action_id
  return typeof action === "string" ? action : null
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = yield* Statements
  const changes = yield* Changes

  const spending = ({ organization }: Pick<OrganizationClearance, "organization">) =>
    statements.query<SpendingCampaign>(spendingCampaigns, [organization.id])

  /** Keys and apps can then no longer undo the stop without a person. */
  const requireApprovals = (clearance: OrganizationClearance) => {
    const { id } = clearance.organization
    const audit = { ...clearance.audit, operation: "organizations.set" }
    return withAuditEvent(
      sql,
      audit,
      underOrganizationLock(id, updateRules(id, { approvals_required: true, approvals_for: "every_change" }))
    )
  }

  /** A pause like any other: with its own action, audit event and undo. A person's pause is never held. */
  const pause = (clearance: OrganizationClearance, slug: string) =>
    changes.execute(
      "campaigns.set_state",
      { ...clearance, audit: { ...clearance.audit, operation: "campaigns.set_state" } },
      { slug, state: "paused" }
    )

  const stop = (clearance: OrganizationClearance): Effect.Effect<HandlerResponse<StopResult>, SqlError> =>
    Effect.gen(function* () {
      yield* requireApprovals(clearance)
      const paused: Array<StopResult["paused"][number]> = []
      const failed: Array<StopResult["failed"][number]> = []
      for (const campaign of yield* spending(clearance)) {
        const outcome = yield* pause(clearance, campaign.slug)
        if (outcome.kind === "refused") failed.push({ ...campaign, reason: messageOf(outcome.error) })
        else if (outcome.kind !== "held") paused.push({ ...campaign, action: actionOf(outcome.output) })
      }
      return respondWith({ paused, failed })
    })

  const shape: EmergencyStopShape = {
    preview: (clearance) =>
      clearance.effectiveRole === "owner"
        ? spending(clearance)
        : Effect.fail(new RoleDenied({ required_role: "owner" })),
    stop: (organization) => ({
      name: "organizations.stop",
      admits: "members",
      organization,
      role: "owner",
      run: stop
    })
  }
  return shape
})

/**
 * Stops all spend of an organization at once. It works while approvals are on, with the quota used up and while
 * a sync runs, because a pause by a person does.
 */
export class EmergencyStop extends Context.Tag("@adwarden/EmergencyStop")<
  EmergencyStop,
  EmergencyStopShape
>() {
  static readonly layer = Layer.effect(EmergencyStop, make)
}
