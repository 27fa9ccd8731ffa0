import { Effect } from "effect"
import { campaignById } from "../../campaigns/index.ts"
import { makeStep } from "../../changes/edit.ts"
import { registerPeopleWrite } from "../../changes/people-write.ts"
import { recommendationById } from "./rows.ts"
import { statusEdit } from "./status-edit.ts"

/** Dismisses a pending recommendation: the service does not make the same one again. For people only. */
export const dismissRecommendation = registerPeopleWrite(
  "recommendations.dismiss",
  Effect.succeed({
    actions: (context, { reason, recommendation: id }) =>
      Effect.gen(function* () {
        const recommendation = yield* recommendationById(context, id)
        const campaign = yield* campaignById(context, recommendation.campaign)
        const because = reason === undefined ? {} : { reason }
        const step = makeStep(statusEdit, { recommendation: id, to: "dismissed", ...because })
        return [{ campaign, steps: [step] }]
      })
  })
)
