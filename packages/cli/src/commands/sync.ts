import { type CampaignCounts, type HeldCampaign, type SyncReport, syncEntrance } from "@adwarden/core"
import { Args, Command, Options } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { asOperator } from "../operator.ts"
import { Stop } from "../stop.ts"
import { barOn } from "../terminal/bar.ts"
import { thisTerminal } from "../terminal/terminal.ts"
import { minute } from "./operator-commands.ts"

const org = Args.text({ name: "org" }).pipe(Args.withDescription("Slug of the organization"))
const account = Options.text("account").pipe(
  Options.withDescription("Only this ad account; without it, all that the organization has linked"),
  Options.optional
)
const accept = Options.text("accept").pipe(
  Options.withDescription(
    "Slug of a campaign on which others made changes in the ad platform: take them over, so that it can be launched again. May be given several times"
  ),
  Options.repeated
)

const counted: ReadonlyArray<readonly [keyof CampaignCounts, string]> = [
  ["imported", "new"],
  ["updated", "as in the platform"],
  ["removed", "gone from it"],
  ["held", "changed there by others and left as they are here until that is accepted"],
  ["busy", "with a change of ours under way, left for the next time"]
]

const inWords = (counts: CampaignCounts): string =>
  counted.flatMap(([name, words]) => (counts[name] > 0 ? [`${counts[name]} ${words}`] : [])).join(", ")

const line = ({ accountId, campaigns, changes, days, message, outcome, reason }: SyncReport): string => {
  if (outcome === "synced" && campaigns !== undefined) {
    return `${accountId}: synced. Campaigns: ${inWords(campaigns) || "none"}. New changes of others: ${changes}. Days of figures: ${days}.`
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

export const sync = Command.make("sync", { org, account, accept }, ({ accept, account, org }) =>
  Effect.gen(function* () {
    const bar = barOn(thisTerminal().err)
    return yield* asOperator(
      null,
      syncEntrance(org, {
        accept,
        ...Option.match(account, { onNone: () => ({}), onSome: (account) => ({ account }) }),
        tell: (account, at, of) => bar.at(at, of, `Syncing ${account}, ${at + 1} of ${of}`)
      })
    ).pipe(Effect.ensuring(Effect.sync(bar.end)))
  }).pipe(
    Effect.tap(({ reports }) => Effect.forEach(reports, (report) => Console.log(line(report)))),
    Effect.tap(({ held }) =>
      held.length === 0
        ? Effect.void
        : Console.log([...held.flatMap(heldLines), acceptCommand(org, held)].join("\n"))
    ),
    Effect.flatMap(({ notAccepted, reports }) => {
      if (notAccepted.length > 0) {
        const message = `Not accepted: ${notAccepted.join(", ")}. A change of ours is under way there, or the account was not synced. Try again in a minute.`
        return new Stop({ message })
      }
      return reports.every(({ outcome }) => outcome === "synced")
        ? Effect.void
        : new Stop({ message: "Not every account was synced." })
    })
  )
).pipe(
  Command.withDescription(
    "Bring an organization's ad accounts up to date now, on DATABASE_URL or the database in .adwarden/, and accept what others changed there."
  )
)
