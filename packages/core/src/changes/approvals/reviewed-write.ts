import { Effect } from "effect"
import { isNamedBy, type RequesterNames, readRequesterNames } from "../../access/requester.ts"
import { type Role, renderMentions } from "../../contract/index.ts"
import { Statements } from "../../storage/index.ts"
import { CampaignDirectory, type CampaignEntry } from "../campaign-directory.ts"
import type { Sentence } from "../sentence.ts"
import { queuedPlanColumn } from "./queued-plan.ts"
import type { QueuedWrite } from "./queued-write.ts"

export interface ReviewedOrganization {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly currency: string
}

/** A queued write as people see it in lists. */
export interface ReviewedWrite {
  readonly id: string
  readonly organization: Omit<ReviewedOrganization, "id">
  readonly status: QueuedWrite["status"]
  /** Approved, and being sent to the platform. */
  readonly inProgress: boolean
  readonly summary: string
  /** The requester's reason: untrusted text. */
  readonly comment: string | null
  readonly campaign: { readonly slug: string; readonly name: string } | null
  /** What it changes, in the engine's own words; empty for a write that was queued before plans were stored. */
  readonly changes: ReadonlyArray<Sentence>
  readonly requester: {
    readonly person: string
    readonly email: string
    readonly role: Role | null
    readonly key: {
      readonly id: number
      readonly name: string
      readonly prefix: string
      readonly lastFour: string
    } | null
    readonly app: string | null
  }
  readonly requestedAt: string
  readonly expiresAt: string
  readonly decidedAt: string | null
  /** Why it was rejected or failed. */
  readonly reason: string | null
}

const changesOf = (organization: number, { id, plan }: QueuedWrite): ReadonlyArray<Sentence> =>
  plan === null
    ? []
    : queuedPlanColumn
        .read(plan, { organization, id })
        .actions.flatMap(({ steps }) => steps.flatMap(({ empty, sentence }) => (empty ? [] : [sentence])))

/** The campaigns of some writes, by their ids. */
type Campaigns = ReadonlyMap<number | null, Pick<CampaignEntry, "slug" | "name">>

/** Describes queued writes, with the names of their campaigns and requesters. */
export const describeWrites = (
  { id: organization, ...shown }: ReviewedOrganization,
  rows: ReadonlyArray<QueuedWrite>,
  campaigns: Campaigns,
  names: ReadonlyArray<RequesterNames>
): ReadonlyArray<ReviewedWrite> =>
  rows.map((row): ReviewedWrite => {
    const named = names.find(isNamedBy(row))
    const campaign = campaigns.get(row.campaign_id)
    const prefix = row.requester_key_prefix
    const lastFour = row.requester_key_last_four
    return {
      id: row.id,
      organization: { slug: shown.slug, name: shown.name, currency: shown.currency },
      status: row.expired ? "rejected" : row.status,
      inProgress: row.claimed,
      summary: row.summary,
      comment: row.comment,
      campaign: campaign === undefined ? null : { slug: campaign.slug, name: campaign.name },
      changes: changesOf(organization, row),
      requester: {
        person: named?.person ?? row.requester_user_email,
        email: row.requester_user_email,
        role: named?.role ?? null,
        key:
          prefix === null || lastFour === null
            ? null
            : { id: row.requester_key_id!, name: named?.key ?? "API key", prefix, lastFour },
        app: named?.app ?? null
      },
      requestedAt: row.requested_at,
      expiresAt: row.expires_at,
      decidedAt: row.decided_at,
      reason: row.reason === null ? null : renderMentions("dashboard", row.reason)
    }
  })

/** Makes the function that completes queued writes with the names of campaigns, people, keys and apps. */
export const makeReviewedWrites = Effect.gen(function* () {
  const statements = yield* Statements
  const directory = yield* CampaignDirectory

  return (organization: ReviewedOrganization, rows: ReadonlyArray<QueuedWrite>) =>
    rows.length === 0
      ? Effect.succeed<ReadonlyArray<ReviewedWrite>>([])
      : Effect.map(
          Effect.all(
            [
              directory.find(
                organization.id,
                rows.map(({ campaign_id }) => campaign_id)
              ),
              statements.read(readRequesterNames(organization.id, rows))
            ],
            { concurrency: "unbounded" }
          ),
          ([campaigns, names]) => describeWrites(organization, rows, campaigns, names)
        )
})
