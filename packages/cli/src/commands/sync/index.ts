import type { SyncRequest } from "@adwarden/core"
import { Args, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { withOperatorServices } from "../../operator.ts"
import { usageStop } from "../../stop.ts"
import type { Bar } from "../../terminal/bar.ts"
import { outputCommand } from "../command-output.ts"
import { slug } from "../operator-commands.ts"
import { withBar } from "../task-progress.ts"
import { syncedLines } from "./messages.ts"
import { stopOf, syncAll, syncOne, toData } from "./synced.ts"

const org = slug.pipe(Args.optional, Args.map(Option.getOrNull))
const all = Options.boolean("all").pipe(
  Options.withDescription("Instead of one organization: every one, with all that it has linked")
)
const account = Options.text("account").pipe(
  Options.withDescription("Only this ad account; without it, all that the organization has linked"),
  Options.optional,
  Options.map(Option.getOrUndefined)
)
const accept = Options.text("accept").pipe(
  Options.withDescription(
    "Slug of a campaign on which others made changes in the ad platform: take them over, so that it can be launched again"
  ),
  Options.repeated
)

const reportProgressOn =
  (bar: Bar): NonNullable<SyncRequest["onProgress"]> =>
  (account, done, total) =>
    bar.update(done, total, `Syncing ${account}, ${done + 1} of ${total}`)

export const sync = outputCommand(
  "sync",
  { org, all, account, accept },
  "Bring an organization's ad accounts up to date now, or everybody's, on DATABASE_URL or the database in .adwarden/, and accept what others changed there.",
  ({ accept, account, all, org }) =>
    Effect.gen(function* () {
      if ((org === null) !== all) return yield* usageStop("Say which organization, or --all.")
      if (all && (account !== undefined || accept.length > 0)) {
        return yield* usageStop("--account and --accept are of one organization: say which instead of --all.")
      }
      const request = { accept, ...(account === undefined ? {} : { account }) }
      const synced = yield* withBar((bar) =>
        withOperatorServices((runEndpoint) =>
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
