import { Effect } from "effect"
import type { PageRouter } from "../../kit/page-router.ts"
import { campaignList } from "./list.ts"
import { campaignSearchTerms } from "./search-terms.ts"
import { campaignSummary } from "./summary.ts"

/** The list of campaigns, and the tabs of each. */
export const campaigns = (router: PageRouter) =>
  Effect.gen(function* () {
    yield* campaignList(router)
    yield* campaignSummary(router)
    yield* campaignSearchTerms(router)
  })
