import type { Bar } from "@adwarden/cli"
import {
  organizationEndpoints,
  type SyncProgress,
  type SyncRequest,
  type SyncResult,
  syncEndpoint
} from "@adwarden/core"
import { Effect } from "effect"
import type { RunCampaignEndpoint } from "../../campaign-operator.ts"
import { Stop } from "../../stop.ts"

/** The result of syncing an organization's accounts. */
export interface SyncedOrganization extends SyncResult {
  readonly organization: string
}

export const syncOne = (
  runEndpoint: RunCampaignEndpoint,
  organization: string,
  request: SyncRequest
): Effect.Effect<SyncedOrganization, Stop> =>
  runEndpoint<SyncResult>(null, syncEndpoint(organization, request)).pipe(
    Effect.map((done) => ({ organization, ...done }))
  )

/** Returns the number of completed accounts, with the completed part of the current one. */
export const completed = ({ days, index }: SyncProgress): number =>
  index + (days === undefined ? 0 : days.done / Math.max(1, days.total))

/** Returns the days of the current account as text, if they are known. */
export const daysText = ({ days }: SyncProgress): string =>
  days === undefined ? "" : `: ${days.done} of ${days.total} days`

/** Syncs all organizations with linked accounts in sequence, because they share the platform's rate limit. */
export const syncAll = (
  runEndpoint: RunCampaignEndpoint,
  bar: Bar
): Effect.Effect<ReadonlyArray<SyncedOrganization>, Stop> =>
  Effect.gen(function* () {
    const rows = yield* runEndpoint(
      null,
      Effect.map(organizationEndpoints, (endpoints) => endpoints.list())
    )
    const synced = yield* Effect.forEach(rows, ({ slug }, index) =>
      syncOne(runEndpoint, slug, {
        accept: [],
        onProgress: (progress) =>
          bar.update(
            index + completed(progress) / progress.accounts,
            rows.length,
            `Syncing ${slug} ${progress.account}, ${index + 1} of ${rows.length}${daysText(progress)}`
          )
      }).pipe(
        // An organization without a linked account has nothing to sync and does not stop the others.
        Effect.catchIf(
          ({ exitReason }) => exitReason === "notFound",
          () => Effect.succeed(null)
        )
      )
    )
    return synced.flatMap((one) => one ?? [])
  })

/** The same for programs, with the field names of the API. */
export const toData = ({ held, notAccepted, organization, reports }: SyncedOrganization) => ({
  organization,
  ad_accounts: reports.map(({ accountId, organizationId: _, ...report }) => ({ id: accountId, ...report })),
  held,
  not_accepted: notAccepted
})

/** The reason why the sync is incomplete, or null. */
export const stopOf = (all: ReadonlyArray<SyncedOrganization>): Stop | null => {
  const notAccepted = all.flatMap((one) => one.notAccepted)
  if (notAccepted.length > 0) {
    const message = `Not accepted: ${notAccepted.join(", ")}. A change is in progress there, or the account was not synced. Try again in a minute.`
    return new Stop({ message })
  }
  const unfinished = all.find(({ reports }) => reports.some(({ outcome }) => outcome !== "synced"))
  return unfinished === undefined
    ? null
    : new Stop({
        message: "Some accounts were not synced.",
        next: `adwarden accounts list --org ${unfinished.organization}`
      })
}
