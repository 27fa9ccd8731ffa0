import { Effect } from "effect"
import type { PlanContext } from "../../changes/edit.ts"
import { capMax } from "../../changes/guardrails/money.ts"
import { type Campaign, isInPlatform, wasLaunched } from "../campaign.ts"
import { loginProblem } from "../connection.ts"
import { nameOwnerOf } from "../names-in-use.ts"
import type { LaunchFacts } from "./facts.ts"
import { readContent } from "./read.ts"

/** Reads the facts of the launch checks. `linked`: whether the campaign's ad account is linked. */
export const readLaunchFacts = (context: PlanContext, campaign: Campaign, linked: boolean) =>
  Effect.gen(function* () {
    const { clearance, committed, rules } = context
    const facts: LaunchFacts = {
      currency: clearance.organization.currency,
      budget: campaign.budget,
      maxSpend: rules.maxSpend,
      maxDailyBudget: capMax(
        { from: campaign.budget, goesLive: true },
        rules.maxSpend,
        committed - campaign.committed
      ),
      linked,
      loginProblem: loginProblem(campaign),
      nameOwner:
        isInPlatform(campaign) || campaign.creation_name !== null
          ? null
          : yield* nameOwnerOf(context, campaign, campaign.name),
      name: campaign.name,
      content: wasLaunched(campaign) ? null : yield* readContent(clearance.organization.id, campaign.id)
    }
    return facts
  })
