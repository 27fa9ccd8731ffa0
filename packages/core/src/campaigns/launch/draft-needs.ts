import { Effect } from "effect"
import { runSql } from "../../storage/index.ts"
import { readLaunchContent } from "./launch-checks.ts"
import { needsOf, qualityOf } from "./needs.ts"

interface Row {
  readonly slug: string
  readonly budget: number | null
  readonly buysClicks: boolean
}

/** Reads what a draft still needs before its first launch, and what its ads lack to do well. */
export const readDraftNeeds = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<Row>`select slug, budget, cpc_ceiling is not null as "buysClicks"
      from campaigns where organization_id = ${organization} and id = ${campaign}`
    const content = yield* readLaunchContent(organization, campaign)
    return { needs: needsOf({ ...row!, content }), quality: qualityOf(content) }
  })
