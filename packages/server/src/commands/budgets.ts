import { Effect } from "effect"
import { group, integerArgument, switchFlag, textArgument } from "../command-line/index.ts"
import { peopleWriteCommand } from "./people-write.ts"

/* The budget of a campaign, for owners and admins on the server. */

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

export const budgets = group("campaigns", [setBudget])
