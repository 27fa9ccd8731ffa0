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
import { type KeyDay, type KeyRequest, readKeyDays, readKeyRequests } from "../audit/newest-events.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { NotFound, plusDays, RoleDenied } from "../contract/index.ts"
import { CampaignDirectory } from "../log/read-actions.ts"
import { type KeyAction, readKeyActions } from "../log/recent-actions.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint, EndpointSettings } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"

const shown = 20
const usageDays = 30

/** A key with what it did lately. */
export interface KeyDetail {
  readonly key: KeyRow
  /** The newest executed changes. */
  readonly actions: ReadonlyArray<
    Omit<KeyAction, "campaign_id"> & {
      readonly campaign: { readonly slug: string; readonly name: string } | null
    }
  >
  /** The newest requests, changes or not. */
  readonly requests: ReadonlyArray<KeyRequest>
  /** The calls of each of the last 30 days (UTC), today included; null for days before those that were searched. */
  readonly usage: ReadonlyArray<{ readonly day: string; readonly calls: number | null }>
}

/** Completes the days of a key: none are left out. */
const everyDay = (days: ReadonlyArray<KeyDay>, first: string): KeyDetail["usage"] => {
  const calls = new Map(days.map((one) => [one.day, one.calls]))
  const since = days[0]?.since?.slice(0, 10) ?? first
  return Array.from({ length: usageDays }, (_, n) => {
    const day = plusDays(first, n)
    return { day, calls: day < since ? null : (calls.get(day) ?? 0) }
  })
}

/** Makes the function that reads one key for its creator or an owner. */
const makeKeyDetail = Effect.gen(function* () {
  const keys = yield* Keys
  const statements = yield* Statements
  const directory = yield* CampaignDirectory

  return (
    { caller, effectiveRole, organization }: OrganizationClearance,
    id: number
  ): Effect.Effect<KeyDetail, NotFound | RoleDenied | SqlError> =>
    Effect.gen(function* () {
      const key = yield* keys.find(organization.id, id)
      if (key === null)
        return yield* new NotFound({ what: "This key", next: "It never existed in this organization." })
      if (effectiveRole !== "owner" && key.creator !== caller.email)
        return yield* new RoleDenied({ required_role: "owner" })
      const first = plusDays(new Date().toISOString().slice(0, 10), 1 - usageDays)
      const [actions, requests, days] = yield* Effect.all(
        [
          statements.read(readKeyActions(organization.id, id, shown)),
          statements.read(readKeyRequests(organization.id, key, shown)),
          statements.read(readKeyDays(organization.id, key, first))
        ],
        { concurrency: "unbounded" }
      )
      const campaigns = yield* directory.find(
        organization.id,
        actions.map(({ campaign_id }) => campaign_id)
      )
      return {
        key,
        actions: actions.map(({ campaign_id, ...action }) => {
          const campaign = campaigns.get(campaign_id)
          return {
            ...action,
            campaign: campaign === undefined ? null : { slug: campaign.slug, name: campaign.name }
          }
        }),
        requests,
        usage: everyDay(days, first)
      }
    })
})

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
