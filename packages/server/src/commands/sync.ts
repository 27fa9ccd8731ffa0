import { type Bar, safeLine } from "@adwarden/cli"
import {
  Administration,
  type CampaignCounts,
  type HeldCampaign,
  type SyncProgress,
  type SyncReport,
  type SyncRequest,
  type SyncResult,
  syncEndpoint
} from "@adwarden/core"
import { Effect, Option } from "effect"
import { type RunCampaignEndpoint, withCampaignServices } from "../campaign-operator.ts"
import { map, optional, repeatedFlag, switchFlag, textFlag } from "../command-line.ts"
import { Stop, usageStop } from "../stop.ts"
import { outputCommand, withBar } from "./command-output.ts"
import { minute, optionalOrg as org } from "./operator-commands.ts"

/** The result of syncing an organization's accounts. */
interface SyncedOrganization extends SyncResult {
  readonly organization: string
}

const syncOne = (
  runEndpoint: RunCampaignEndpoint,
  organization: string,
  request: SyncRequest
): Effect.Effect<SyncedOrganization, Stop> =>
  runEndpoint<SyncResult>(null, syncEndpoint(organization, request)).pipe(
    Effect.map((done) => ({ organization, ...done }))
  )

/** Returns the number of completed accounts, with the completed part of the current one. */
const completed = ({ days, index }: SyncProgress): number =>
  index + (days === undefined ? 0 : days.done / Math.max(1, days.total))

/** Returns the days of the current account as text, if they are known. */
const daysText = ({ days }: SyncProgress): string =>
  days === undefined ? "" : `: ${days.done} of ${days.total} days`

/** Syncs all organizations with linked accounts in sequence, because they share the platform's rate limit. */
const syncAll = (
  runEndpoint: RunCampaignEndpoint,
  bar: Bar
): Effect.Effect<ReadonlyArray<SyncedOrganization>, Stop> =>
  Effect.gen(function* () {
    const rows = yield* runEndpoint(
      null,
      Effect.map(Administration, (administration) => administration["organizations.list_all"]())
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
const toData = ({ held, notAccepted, organization, reports }: SyncedOrganization) => ({
  organization,
  ad_accounts: reports.map(({ accountId, organizationId: _, ...report }) => ({ id: accountId, ...report })),
  held,
  not_accepted: notAccepted
})

/** The reason why the sync is incomplete, or null. */
const stopOf = (all: ReadonlyArray<SyncedOrganization>): Stop | null => {
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

/** The result of a sync, in sentences. */

const countLabels: ReadonlyArray<readonly [keyof CampaignCounts, string]> = [
  ["imported", "new"],
  ["updated", "updated from the platform"],
  ["removed", "removed there"],
  ["held", "changed there by others and waiting for acceptance"],
  ["busy", "skipped because a change is in progress"]
]

const countsText = (counts: CampaignCounts): string =>
  countLabels.flatMap(([name, words]) => (counts[name] > 0 ? [`${counts[name]} ${words}`] : [])).join(", ")

const reportLine = ({
  accountId,
  campaigns,
  changes,
  days,
  message,
  outcome,
  reason
}: SyncReport): string => {
  if (outcome === "synced" && campaigns !== undefined) {
    return `${accountId}: synced. Campaigns: ${countsText(campaigns) || "none"}. New changes of others: ${changes}. Days of figures: ${days}.`
  }
  return reason === "busy"
    ? `${accountId}: another sync is in progress. Try again in a minute.`
    : `${accountId}: not synced. ${message ?? reason ?? ""}`
}

/** Lists every change of others, because they must be seen before they are accepted. */
const heldLines = ({ changes, slug }: HeldCampaign): ReadonlyArray<string> => [
  `${slug} was changed in the ad platform:`,
  ...changes.map(({ at, by, what }) => `  ${minute(at)}  ${by ?? "somebody"}: ${what}`)
]

const acceptCommand = (org: string, held: ReadonlyArray<HeldCampaign>): string =>
  `Accept the changes that you have checked: adwarden sync --org ${org} ${held.map(({ slug }) => `--accept ${slug}`).join(" ")}`

/** The accounts of one organization; for several, each with its name before. */
const syncedLines = (
  { held, organization, reports }: SyncedOrganization,
  several: boolean
): ReadonlyArray<string> =>
  [
    ...reports.map((report) => (several ? `${organization} ${reportLine(report)}` : reportLine(report))),
    ...(held.length === 0 ? [] : [...held.flatMap(heldLines), acceptCommand(organization, held)])
  ].map(safeLine)

const all = switchFlag("all", "Sync all organizations with their linked accounts")
const account = textFlag(
  "account",
  "Only this ad account; without it, all linked accounts of the organization"
).pipe(optional, map(Option.getOrUndefined))
const accept = repeatedFlag(
  "accept",
  "Slug of a campaign that others changed in the ad platform: accept the changes, so that it can be launched again"
)

const reportProgressOn =
  (bar: Bar): NonNullable<SyncRequest["onProgress"]> =>
  (progress) => {
    const { account, accounts, index } = progress
    bar.update(
      completed(progress),
      accounts,
      `Syncing ${account}, ${index + 1} of ${accounts}${daysText(progress)}`
    )
  }

export const sync = outputCommand(
  "sync",
  { org, all, account, accept },
  "Sync the ad accounts of one organization or of all now, on DATABASE_URL or the database in .adwarden/, and accept changes that others made in the ad platform.",
  ({ accept, account, all, org }) =>
    Effect.gen(function* () {
      if ((org === null) !== all) return yield* usageStop("Name an organization with --org, or use --all.")
      if (all && (account !== undefined || accept.length > 0)) {
        return yield* usageStop("--account and --accept need one organization: name it instead of --all.")
      }
      const request = { accept, ...(account === undefined ? {} : { account }) }
      const synced = yield* withBar((bar) =>
        withCampaignServices((runEndpoint) =>
          org === null
            ? syncAll(runEndpoint, bar)
            : Effect.map(
                syncOne(runEndpoint, org, { ...request, onProgress: reportProgressOn(bar) }),
                (one) => [one]
              )
        )
      )
      const lines = synced.flatMap((one) => syncedLines(one, all))
      return {
        data: synced.map(toData),
        text: lines.length === 0 ? null : lines.join("\n"),
        notes: synced.length === 0 ? ["No organization has a linked ad account."] : [],
        failure: stopOf(synced)
      }
    })
)
