import { Effect } from "effect"
import { group, integerArgument, switchFlag, textArgument } from "../command-line.ts"
import { peopleWriteCommand } from "./people-write.ts"

/* The budget of a campaign and changes that others made, for owners and admins on the server. */

const setBudget = peopleWriteCommand(
  "set-budget",
  "campaigns.set_budget",
  {
    campaign: textArgument("campaign", "Slug of the campaign"),
    budget: integerArgument("budget", "Daily budget, in whole units"),
    past_limit: switchFlag(
      "past-limit",
      "Set it past the per-call limit; for owners. The monthly cap holds all the same"
    )
  },
  "Set the daily budget of a campaign, past the per-call limit if an owner says so.",
  ({ past_limit, ...given }) => Effect.succeed({ ...given, ...(past_limit ? { past_limit } : {}) })
)

const revertChange = peopleWriteCommand(
  "revert-change",
  "external_changes.revert",
  {
    campaign: textArgument("campaign", "Slug of the campaign"),
    change: textArgument("change", "Id of the change; with an unknown one, the command lists the newest")
  },
  "Revert a change that others made in the ad platform. To accept them: adwarden sync --org ORG --accept SLUG.",
  (given) => Effect.succeed(given)
)

export const budgets = group("campaigns", [setBudget, revertChange])
