import { Effect } from "effect"
import { type Role, type Scope, Unauthorized } from "../contract/index.ts"
import { type StatementsShape, statement } from "../storage/index.ts"
import type { Caller } from "./caller.ts"
import { judgeKey, type LiveKey, liveKeyColumns } from "./recognise-keys.ts"

/** Who asked for a change that waited for approval, as it was written down then. */
export interface Requester {
  readonly organization: number
  readonly keyId: number | null
  readonly userId: number
  readonly connectionId: string | null
  readonly scopes: ReadonlyArray<Scope>
}

interface LivePerson {
  readonly email: string
  readonly role: Role | null
  readonly ended: boolean
}

const keyNow = statement(`
select ${liveKeyColumns}
from api_keys k
join users u on u.id = k.user_id
join organizations o on o.id = k.organization_id
left join memberships m on m.organization_id = k.organization_id and m.user_id = k.user_id
where k.organization_id = $1 and k.id = $2`)

const personNow = statement(`
select u.email, m.role, u.disabled_at is not null or c.ended_at is not null as ended
from users u
left join memberships m on m.organization_id = $1 and m.user_id = u.id
left join oauth_connections c on c.id = $3
where u.id = $2`)

/**
 * The requester as they are now, in their live role. A key or connected app that would be turned away at the
 * door cannot have its change carried out either, whoever approves it.
 */
export const findRequester = (statements: StatementsShape, requester: Requester) =>
  Effect.gen(function* () {
    const { connectionId, keyId, organization, scopes, userId } = requester
    if (keyId !== null) {
      const [row] = yield* statements.query<LiveKey>(keyNow, [organization, keyId])
      const verdict = judgeKey(row)
      if ("refused" in verdict) return yield* verdict.refused
      return { caller: verdict.caller, role: row!.role! }
    }
    const [row] = yield* statements.query<LivePerson>(personNow, [organization, userId, connectionId])
    if (row === undefined || row.ended) return yield* new Unauthorized({ why: "revoked" })
    if (row.role === null) return yield* new Unauthorized({ why: "creator_role" })
    const caller: Caller = {
      kind: "access_token",
      connectionId: connectionId ?? "",
      userId,
      email: row.email,
      scopes
    }
    return { caller, role: row.role }
  })
