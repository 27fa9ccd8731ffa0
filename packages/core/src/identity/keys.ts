import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  type CreatedKey,
  type KeyRef,
  type KeyRefusal,
  type KeyRow,
  Keys,
  type RotatedKey
} from "../access/index.ts"
import { withItsEvent } from "../audit/trail.ts"
import { type Scope, Unauthorized } from "../contract/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import type { OperatorEntry } from "../request/clearance.ts"
import type { Entrance } from "../request/entrance.ts"
import { type Reply, replyOf } from "../request/handler.ts"

type Entered = OperatorEntry<OrganizationFacts>

/**
 * What operators do with an organization's keys, in a member's name. What that member may do with them is for
 * `Keys` to say, which also lets those who left end the keys that they made.
 */
export const keyEntrances = Effect.gen(function* () {
  const keys = yield* Keys
  const sql = yield* SqlClient.SqlClient

  const common = (name: string, organization: string) =>
    ({ name: `keys.${name}`, admits: "operators", organization }) as const

  /** A key is somebody's: whoever makes, replaces or ends one does it in a name. And never without its event. */
  const change =
    <A>(work: (by: string) => Effect.Effect<A, KeyRefusal | SqlError>) =>
    ({ audit, caller }: Entered): Effect.Effect<Reply<A>, KeyRefusal | Unauthorized | SqlError> =>
      caller === null ? new Unauthorized({ why: "missing" }) : withItsEvent(sql, audit, work(caller.email))

  return {
    list: (organization: string): Entrance<ReadonlyArray<KeyRow>> => ({
      ...common("list", organization),
      run: () => Effect.map(keys.list(organization), replyOf)
    }),
    create: (
      organization: string,
      key: { readonly name: string; readonly scopes: ReadonlyArray<Scope> }
    ): Entrance<CreatedKey> => ({
      ...common("create", organization),
      run: change((creator) => keys.create({ organization, creator, ...key }))
    }),
    rotate: (organization: string, key: KeyRef): Entrance<RotatedKey> => ({
      ...common("rotate", organization),
      run: change((by) => keys.rotate({ organization, key, by }))
    }),
    revoke: (organization: string, key: KeyRef): Entrance<KeyRow> => ({
      ...common("revoke", organization),
      run: change((by) => keys.revoke({ organization, key, by }))
    })
  }
})
