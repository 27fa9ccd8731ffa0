import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import {
  type CreatedKey,
  type KeyError,
  type KeyRow,
  Keys,
  maxOverlapHours,
  type NewKey,
  type RotatedKey,
  Sessions
} from "../access/index.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { NotFound, RoleDenied } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint, EndpointSettings } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { type KeyDetail, makeKeyDetail } from "./key-detail.ts"

/** A key that a person creates for themselves. */
export type NewOwnKey = Pick<NewKey, "name" | "scopes" | "validDays">

/** What signed-in people do with their own keys and sessions. Owners also change the keys of others. */
export interface AccountEndpointsShape {
  readonly createKey: (organization: string, key: NewOwnKey) => Endpoint<CreatedKey>
  readonly rotateKey: (organization: string, id: number, overlapHours?: number) => Endpoint<RotatedKey>
  readonly revokeKey: (organization: string, id: number) => Endpoint<KeyRow>
  /** Refuses the calls of a key until it is resumed. */
  readonly suspendKey: (organization: string, id: number) => Endpoint<KeyRow>
  readonly resumeKey: (organization: string, id: number) => Endpoint<KeyRow>
  /** Every key of an organization, for its owners. */
  readonly organizationKeys: (
    clearance: OrganizationClearance
  ) => Effect.Effect<ReadonlyArray<KeyRow>, RoleDenied | SqlError>
  /** One key with what it did, for its creator and owners. */
  readonly keyDetail: (
    clearance: OrganizationClearance,
    id: number
  ) => Effect.Effect<KeyDetail, NotFound | RoleDenied | SqlError>
  readonly endSession: (id: string) => Endpoint<null>
  /** Ends every session except the one with this token. */
  readonly endOtherSessions: (token: string | null) => Endpoint<null>
}

const make = Effect.gen(function* () {
  const keys = yield* Keys
  const sessions = yield* Sessions
  const keyDetail = yield* makeKeyDetail

  /** For what makes a new key, or lets one in again. */
  const confirmed = { needsConfirmation: true } as const

  /** `Keys` decides what the person can do, and reads their role again in its transaction. */
  const keyChange = <A>(
    name: string,
    organization: string,
    work: (email: string) => Effect.Effect<A, KeyError | SqlError>,
    settings: Pick<EndpointSettings, "needsConfirmation"> = {}
  ): Endpoint<A> => ({
    ...settings,
    name: `keys.${name}`,
    admits: "members",
    organization,
    role: null,
    run: ({ audit, caller }: OrganizationClearance) => withAuditEvent(audit, work(caller.email))
  })

  const shape: AccountEndpointsShape = {
    createKey: (organization, key) =>
      keyChange(
        "create",
        organization,
        (creator) => keys.create({ organization, creator, ...key }),
        confirmed
      ),
    rotateKey: (organization, id, overlapHours = maxOverlapHours) =>
      keyChange(
        "rotate",
        organization,
        (by) => keys.rotate({ organization, key: { id }, by, overlapHours }),
        confirmed
      ),
    revokeKey: (organization, id) =>
      keyChange("revoke", organization, (by) => keys.revoke({ organization, key: { id }, by })),
    suspendKey: (organization, id) =>
      keyChange("suspend", organization, (by) => keys.suspend({ organization, key: { id }, by })),
    resumeKey: (organization, id) =>
      keyChange("resume", organization, (by) => keys.resume({ organization, key: { id }, by }), confirmed),
    organizationKeys: ({ effectiveRole, organization }) =>
      effectiveRole === "owner"
        ? keys.list(organization.slug)
        : Effect.fail(new RoleDenied({ required_role: "owner" })),
    keyDetail,
    endSession: (id) => ({
      name: "people.end_session",
      admits: "callers",
      kinds: ["person"],
      run: ({ audit, caller }) =>
        withAuditEvent(
          audit,
          Effect.flatMap(sessions.endById(caller.userId, id), (ended) =>
            ended
              ? Effect.succeed(null)
              : new NotFound({ what: "This session", next: "It has already ended." })
          )
        )
    }),
    endOtherSessions: (token) => ({
      name: "people.end_other_sessions",
      admits: "callers",
      kinds: ["person"],
      run: ({ caller }) => Effect.as(sessions.endAll(caller.userId, token), respondWith(null))
    })
  }
  return shape
})

export class AccountEndpoints extends Context.Tag("@adwarden/AccountEndpoints")<
  AccountEndpoints,
  AccountEndpointsShape
>() {
  static readonly layer = Layer.effect(AccountEndpoints, make)
}
