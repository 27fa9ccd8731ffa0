import { Effect } from "effect"
import { findMember, notAMember } from "../../access/membership.ts"
import { RoleDenied } from "../../contract/index.ts"

/**
 * The person who decides, an owner or admin at this moment. Their membership is locked against change until
 * the transaction ends, so that nobody decides on the strength of a role that was just taken from them.
 */
export const findApprover = (organization: string, email: string) =>
  Effect.gen(function* () {
    const member = yield* findMember(organization, email)
    if (member.role === null) return yield* notAMember(organization, email)
    if (member.role === "member") return yield* new RoleDenied({ required_role: "admin" })
    return member
  })
