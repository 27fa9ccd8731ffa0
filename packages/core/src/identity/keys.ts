import type * as SqlClient from "@effect/sql/SqlClient"
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
import { Unauthorized } from "../contract/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import type { OperatorClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import type { NewOwnKey } from "./account.ts"

type OrganizationOperator = OperatorClearance<OrganizationFacts>

/**
 * The operators' endpoints for an organization's keys, on behalf of a member. `Keys` decides what that member
 * can do; former members can still revoke their own keys.
 */
export const keyEndpoints = Effect.gen(function* () {
  const keys = yield* Keys

  const endpointSettings = (name: string, organization: string) =>
    ({ name: `keys.${name}`, admits: "operators", organization }) as const

  /** Every change of a key is made on behalf of a person and commits together with its audit event. */
  const change =
    <A>(work: (by: string) => Effect.Effect<A, KeyError | SqlError>) =>
    ({
      audit,
      caller
    }: OrganizationOperator): Effect.Effect<
      HandlerResponse<A>,
      KeyError | Unauthorized | SqlError,
      SqlClient.SqlClient
    > =>
      caller === null ? new Unauthorized({ why: "missing" }) : withAuditEvent(audit, work(caller.email))

  return {
    list: (organization: string): Endpoint<ReadonlyArray<KeyRow>> => ({
      ...endpointSettings("list", organization),
      run: () => Effect.map(keys.list(organization), respondWith)
    }),
    create: (organization: string, key: NewOwnKey): Endpoint<CreatedKey> => ({
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
