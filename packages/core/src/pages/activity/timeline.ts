import { Effect } from "effect"
import { campaignFilter, readNewestExternalChanges } from "../../campaigns/index.ts"
import { readActionMarks } from "../../changes/activity-rows.ts"
import { CampaignDirectory, type CampaignEntry } from "../../changes/campaign-directory.ts"
import type { PreviousSettings } from "../../platform/model.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { Statements } from "../../storage/index.ts"

/** A standing change of ours on the time axis. */
export interface TimelineChange {
  readonly id: string
  readonly at: string
  readonly detail: string
  readonly campaign: Pick<CampaignEntry, "name" | "slug"> | null
}

/** A change that others made in the ad platform. */
export interface OutsideChange {
  readonly id: string
  readonly at: string
  /** Who made it; null if the platform did not say. */
  readonly by: string | null
  readonly what: string
  /** The part of the campaign that was changed, and its text or name, as far as it is known here. */
  readonly part: "keyword" | "negative" | "ad" | null
  readonly partName: string | null
  /** False if the campaign here still has its values from before, and is not launched until somebody accepts it. */
  readonly accepted: boolean
  /** What was before it, as far as an edit of ours restores it. */
  readonly previous: PreviousSettings | null
  readonly campaign: Pick<CampaignEntry, "name" | "slug"> | null
}

export interface Timeline {
  /** Empty for people who cannot read the log. */
  readonly changes: ReadonlyArray<TimelineChange>
  readonly outside: ReadonlyArray<OutsideChange>
}

/** A chart and a list beside the log cannot show more. */
const maxShown = 100

/** Makes the function that reads changes of both kinds since a day. */
export const makeTimelineReader = Effect.gen(function* () {
  const statements = yield* Statements
  const directory = yield* CampaignDirectory

  return Effect.fnUntraced(function* (
    { organization, scopes }: OrganizationClearance,
    slug: string | null,
    since: string
  ) {
    const campaign = yield* campaignFilter(statements, organization, slug ?? undefined)
    const from = `${since}T00:00:00Z`
    const [changes, outside] = yield* Effect.all(
      [
        scopes.has("audit:read")
          ? statements.read(readActionMarks(organization.id, campaign, from, maxShown))
          : Effect.succeed([]),
        statements.read(readNewestExternalChanges(organization.id, from, campaign, maxShown))
      ],
      { concurrency: "unbounded" }
    )
    const campaigns = yield* directory.find(organization.id, [
      ...changes.map(({ campaign_id }) => campaign_id),
      ...outside.map((change) => change.campaign)
    ])
    const named = (id: number | null) => {
      const found = campaigns.get(id)
      return found === undefined ? null : { slug: found.slug, name: found.name }
    }
    const timeline: Timeline = {
      changes: changes.map(({ campaign_id, ...change }) => ({ ...change, campaign: named(campaign_id) })),
      outside: outside.map((change) => ({ ...change, campaign: named(change.campaign) }))
    }
    return timeline
  })
})
