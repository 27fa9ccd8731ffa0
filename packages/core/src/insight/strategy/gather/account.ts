import { DateTime, Effect } from "effect"
import { readOrganization } from "../../../access/organizations.ts"
import { type RunningCampaign, readDataDays, readRunningCampaigns } from "../../../campaigns/index.ts"
import { daysInCap } from "../../../changes/guardrails/money.ts"
import { BudgetCommitments } from "../../../changes/organization.ts"
import { plusDays } from "../../../contract/index.ts"
import { makePlanningReader } from "../../../storage/index.ts"
import { monthDays } from "../../detect/detectors/index.ts"
import { mondayOf, previousPeriod } from "../../performance/period.ts"
import { readSource } from "../../reports/read/read.ts"
import type { StrategyFacts } from "../facts.ts"

export type AccountData = Pick<StrategyFacts, "organization" | "source"> & {
  readonly running: ReadonlyArray<RunningCampaign>
}

const trendWeeks = 12

/** Reads the stored facts of the account, as for a report of the last 30 days. */
export const readAccount = (id: number) =>
  Effect.gen(function* () {
    const commitments = yield* BudgetCommitments
    const [[found], [day], [sum], running] = yield* makePlanningReader().read(
      readOrganization(id),
      readDataDays(id),
      commitments.read(id, null),
      readRunningCampaigns(id)
    )
    const to = day?.latest ?? DateTime.formatIsoDateUtc(yield* DateTime.now)
    const period = { from: plusDays(to, 1 - monthDays), to }
    const windows = {
      period,
      before: previousPeriod(period),
      // The latest day's week counts once it is full.
      since: plusDays(mondayOf(plusDays(to, 1)), -7 * trendWeeks)
    }
    const account: AccountData = {
      organization: { ...found!, committedMonthly: sum!.sum * daysInCap },
      source: yield* readSource(id, windows, { terms: false, past: false }),
      running
    }
    return account
  }).pipe(Effect.withSpan("strategy.readAccount"))
