import { Effect } from "effect"
import { adminEndpoint } from "../../changes/people-writes.ts"
import { AdAccountNotLinked } from "../../contract/index.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { makeAcceptPreview } from "./accept-preview.ts"
import { findNamedCampaigns, stillChanged } from "./operator-sync.ts"
import { Sync } from "./sync.ts"

/** What became of accepting the external changes of a campaign. */
export interface AcceptedChanges {
  readonly campaign: string
  readonly accepted: boolean
  /** Why they are not accepted, as a sentence. */
  readonly reason: string | null
  /** Whether the platform shows something else than the preview that the person saw. */
  readonly stale: boolean
}

const inProgress =
  "A change of this campaign is in progress, or another sync is running. Try again in a minute."

const changedSince = "The campaign was changed again in the ad platform. Look at the new preview."

/**
 * Accepts what others changed in a campaign on the ad platform: syncs its account and takes over the platform's
 * values, so that the campaign can be launched again. For people; an operator uses the sync command.
 */
export const externalChangeEndpoints = Effect.gen(function* () {
  const sync = yield* Sync
  const preview = yield* makeAcceptPreview

  return {
    /** Previews it inside the request of a page. */
    preview: ({ organization }: OrganizationClearance, slug: string) => preview(organization.id, slug),
    /** `previewHash` is that of the preview that the person saw. */
    accept: (organization: string, slug: string, previewHash: string): Endpoint<AcceptedChanges> => ({
      ...adminEndpoint("external_changes.accept", organization),
      run: ({ organization }: OrganizationClearance) =>
        Effect.gen(function* () {
          const found = yield* findNamedCampaigns(organization, [slug])
          const [{ account, id }] = found as [(typeof found)[number]]
          if (account === null) return yield* new AdAccountNotLinked()
          const now = yield* preview(organization.id, slug)
          if (!("problem" in now) && now.preview_hash !== previewHash)
            return respondWith<AcceptedChanges>({
              campaign: slug,
              accepted: false,
              reason: changedSince,
              stale: true
            })
          const { message, outcome } = yield* sync.account(organization.id, account, { accept: [id] })
          const accepted = outcome === "synced" && (yield* stillChanged(organization.id, found)).length === 0
          return respondWith<AcceptedChanges>({
            campaign: slug,
            accepted,
            reason: accepted ? null : (message ?? inProgress),
            stale: false
          })
        })
    })
  }
})
