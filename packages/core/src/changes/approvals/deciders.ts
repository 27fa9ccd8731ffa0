import { Effect } from "effect"
import { membersWithRoles } from "../../access/membership.ts"
import { type EffectiveRole, roles } from "../../contract/index.ts"
import type { QueuedWrite } from "./queued-write.ts"

/** Whether a person with this effective role can approve or reject queued writes. */
export const mayDecide = (role: EffectiveRole): boolean => role === "owner" || role === "admin"

/** Whether a person can decide on queued writes of an organization now: a member who was not disabled or removed. */
const isDecider = (organization: number, user: number) =>
  Effect.map(membersWithRoles([organization], roles.filter(mayDecide)), (members) =>
    members.some(({ user_id }) => user_id === user)
  )

/** Returns who gave the first approval; null if nobody did, or if that person may no longer decide. */
export const countedFirstApprover = (
  organization: number,
  { first_approved_by: first }: Pick<QueuedWrite, "first_approved_by">
) =>
  first === null
    ? Effect.succeed(null)
    : Effect.map(isDecider(organization, first), (counts) => (counts ? first : null))
