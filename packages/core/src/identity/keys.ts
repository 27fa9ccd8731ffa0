import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type KeyChange, type KeyError, type KeyRef, type KeyRow, Keys } from "../access/index.ts"
import { Unauthorized } from "../contract/index.ts"
import { administerChange, administerRead } from "../pipeline/administer.ts"
import type { AdministratorClearance } from "../request/endpoint.ts"

/**
 * The keys of an organization, changed by a member in their own name or by an operator on behalf of one. `Keys` decides
 * what that person can do, and reads their role again in its transaction. Former members can still revoke their own keys.
 */
export const keyAdministration = Effect.gen(function* () {
  const keys = yield* Keys

  const by = (
    { caller, organization }: AdministratorClearance,
    key: KeyRef,
    change: (change: KeyChange) => Effect.Effect<KeyRow, KeyError | SqlError>
  ): Effect.Effect<KeyRow, KeyError | Unauthorized | SqlError> =>
    caller === null
      ? new Unauthorized({ why: "missing" })
      : change({ organization: organization.slug, key, by: caller.email })

  return {
    "keys.list": administerRead("keys.list", ({ organization }) => keys.list(organization.slug)),
    "keys.create": administerChange("keys.create", ({ caller, organization }, { valid_days, ...key }) =>
      keys.create({
        organization: organization.slug,
        creator: caller.email,
        ...key,
        ...(valid_days === undefined ? {} : { validDays: valid_days })
      })
    ),
    "keys.rotate": administerChange("keys.rotate", ({ caller, organization }, { key, overlap_hours }) =>
      keys.rotate({
        organization: organization.slug,
        key,
        by: caller.email,
        ...(overlap_hours === undefined ? {} : { overlapHours: overlap_hours })
      })
    ),
    "keys.revoke": administerChange("keys.revoke", (clearance, { key }) => by(clearance, key, keys.revoke)),
    /** Refuses the calls of a key until it is resumed. */
    "keys.suspend": administerChange("keys.suspend", (clearance, { key }) =>
      by(clearance, key, keys.suspend)
    ),
    "keys.resume": administerChange("keys.resume", (clearance, { key }) => by(clearance, key, keys.resume)),
    "keys.tighten": administerChange("keys.tighten", (clearance, { approvals, key }) =>
      by(clearance, key, (change) => keys.tighten(change, approvals))
    ),
    "keys.loosen": administerChange("keys.loosen", (clearance, { approvals, key }) =>
      by(clearance, key, (change) => keys.loosen(change, approvals))
    )
  }
})
