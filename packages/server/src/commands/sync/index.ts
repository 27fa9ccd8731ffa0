import type { Bar } from "@adwarden/cli"
import type { SyncRequest } from "@adwarden/core"
import { Effect, Option } from "effect"
import { withCampaignServices } from "../../campaign-operator.ts"
import { map, optional, repeatedFlag, switchFlag, textFlag } from "../../command-line/index.ts"
import { usageStop } from "../../stop.ts"
import { outputCommand } from "../command-output.ts"
import { optionalOrg as org } from "../operator-commands.ts"
import { withBar } from "../task-progress.ts"
import { syncedLines } from "./messages.ts"
import { completed, daysText, stopOf, syncAll, syncOne, toData } from "./synced.ts"

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
