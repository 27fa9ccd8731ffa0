import { safeLine } from "@adwarden/cli"
import type { CampaignCounts, HeldCampaign, SyncReport } from "@adwarden/core"
import { minute } from "../operator-commands.ts"
import type { SyncedOrganization } from "./synced.ts"

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
export const syncedLines = (
  { held, organization, reports }: SyncedOrganization,
  several: boolean
): ReadonlyArray<string> =>
  [
    ...reports.map((report) => (several ? `${organization} ${reportLine(report)}` : reportLine(report))),
    ...(held.length === 0 ? [] : [...held.flatMap(heldLines), acceptCommand(organization, held)])
  ].map(safeLine)
