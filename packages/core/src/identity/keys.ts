import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  type CreatedKey,
  type KeyError,
  type KeyRef,
  type KeyRow,
  Keys,
  type RotatedKey
} from "../access/index.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { type Scope, Unauthorized } from "../contract/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import type { OperatorClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"

type OrganizationOperator = OperatorClearance<OrganizationFacts>

/**
 * What operators do with an organization's keys, in a member's name. What that member may do with them is for
 * `Keys` to say, which also lets those who left end the keys that they made.
 */
export const keyEndpoints = Effect.gen(function* () {
  const keys = yield* Keys
  const sql = yield* SqlClient.SqlClient

  const endpointSettings = (name: string, organization: string) =>
    ({ name: `keys.${name}`, admits: "operators", organization }) as const

  /** A key is somebody's: whoever makes, replaces or ends one does it in a name. And never without its event. */
  const change =
    <A>(work: (by: string) => Effect.Effect<A, KeyError | SqlError>) =>
    ({
      audit,
      caller
    }: OrganizationOperator): Effect.Effect<HandlerResponse<A>, KeyError | Unauthorized | SqlError> =>
      caller === null ? new Unauthorized({ why: "missing" }) : withAuditEvent(sql, audit, work(caller.email))

  return {
    list: (organization: string): Endpoint<ReadonlyArray<KeyRow>> => ({
      ...endpointSettings("list", organization),
      run: () => Effect.map(keys.list(organization), respondWith)
    }),
    create: (
      organization: string,
      key: { readonly name: string; readonly scopes: ReadonlyArray<Scope> }
    ): Endpoint<CreatedKey> => ({
      ...endpointSettings("create", organization),
      run: change((creator) => keys.create({ organization, creator, ...key }))
    }),
    rotate: (organization: string, key: KeyRef): Endpoint<RotatedKey> => ({
      ...endpointSettings("rotate", organization),
      run: change((by) => keys.rotate({ organization, key, by }))
    }),
    revoke: (organization: string, key: KeyRef): Endpoint<KeyRow> => ({
      ...endpointSettings("revoke", organization),
      run: change((by) => keys.revoke({ organization, key, by }))
    })
  }
})
