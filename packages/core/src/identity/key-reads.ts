import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type KeyRow, Keys } from "../access/index.ts"
import { type KeyDay, type KeyRequest, readKeyDays, readKeyRequests } from "../audit/newest-events.ts"
import { NotFound, plusDays, RoleDenied } from "../contract/index.ts"
import { CampaignDirectory } from "../log/read-actions.ts"
import { type KeyAction, readKeyActions } from "../log/recent-actions.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
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
    id: number,
    rows = shown
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
          statements.read(readKeyActions(organization.id, id, rows)),
          statements.read(readKeyRequests(organization.id, key, rows)),
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

/** What the pages of keys read. */
export const keyReads = Effect.gen(function* () {
  const keys = yield* Keys
  return {
    /** Every key of an organization, for its owners. */
    all: ({
      effectiveRole,
      organization
    }: OrganizationClearance): Effect.Effect<ReadonlyArray<KeyRow>, RoleDenied | SqlError> =>
      effectiveRole === "owner"
        ? keys.list(organization.slug)
        : Effect.fail(new RoleDenied({ required_role: "owner" })),
    /** One key with what it did, for its creator and owners. */
    detail: yield* makeKeyDetail
  }
})
