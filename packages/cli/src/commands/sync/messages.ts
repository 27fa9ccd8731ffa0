import type { CampaignCounts, HeldCampaign, SyncReport } from "@adwarden/core"
import { safeLine } from "../../terminal/safe-text.ts"
import { minute } from "../operator-commands.ts"
import type { SyncedOrganization } from "./synced.ts"

/* What became of a sync, in words. */

const countLabels: ReadonlyArray<readonly [keyof CampaignCounts, string]> = [
  ["imported", "new"],
  ["updated", "as in the platform"],
  ["removed", "gone from it"],
  ["held", "changed there by others and left as they are here until that is accepted"],
  ["busy", "with a change of ours under way, left for the next time"]
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
    ? `${accountId}: another sync is at it. Try again in a minute.`
    : `${accountId}: not synced. ${message ?? reason ?? ""}`
}

/** What others did, line by line: nobody should take over what they have not seen. */
const heldLines = ({ changes, slug }: HeldCampaign): ReadonlyArray<string> => [
  `${slug} was changed in the ad platform:`,
  ...changes.map(({ at, by, what }) => `  ${minute(at)}  ${by ?? "somebody"}: ${what}`)
]

const acceptCommand = (org: string, held: ReadonlyArray<HeldCampaign>): string =>
  `Take over what you have looked at: adwarden sync ${org} ${held.map(({ slug }) => `--accept ${slug}`).join(" ")}`

/** Of one organization its accounts; of several, which one it is before that. */
export const syncedLines = (
  { held, organization, reports }: SyncedOrganization,
  several: boolean
): ReadonlyArray<string> =>
  [
    ...reports.map((report) => (several ? `${organization} ${reportLine(report)}` : reportLine(report))),
    ...(held.length === 0 ? [] : [...held.flatMap(heldLines), acceptCommand(organization, held)])
  ].map(safeLine)
