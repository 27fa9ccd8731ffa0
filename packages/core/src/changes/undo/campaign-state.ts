import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { isLinked } from "../../campaigns/linkage.ts"
import { markUnpushed } from "../../campaigns/push/mark.ts"
import { campaignStateTask } from "../../campaigns/state-task.ts"
import type { Queue } from "../../tasks/queue.ts"
import { startTask } from "../../tasks/start-task.ts"
import type { InverseOf } from "../inverse.ts"
import { lockCampaign } from "./campaign.ts"
import type { Kind } from "./kind.ts"

type Piece = InverseOf<"campaign_state">

const outside = (now: string, set: string) =>
  `It is ${now} now and not ${set}, as this action had left it: it was changed outside the service.`

const notLinked = "The campaign is not linked to an ad-platform account that you can access."

/** The reverse transition runs in the background, as the transition itself did. */
export const campaignState = (queue: Queue["Type"]): Kind<Piece> => ({
  same: ({ campaign, kind }) => ({ kind, campaign }),

  look: (organization, piece, user) =>
    Effect.gen(function* () {
      const { ad_account_id, slug, state, wanted_state } = yield* lockCampaign(organization, piece.campaign)
      const what = `State of ${slug}`
      const lost = (reason: string) => ({ way: null, lost: [{ what, reason }] })
      if (piece.was === "error") {
        return lost("It was in error before, which is no state to go back to. Set the state that you want.")
      }
      // What the platform refused is in error, and still wants to go where this action sent it.
      const stands = state === "error" ? wanted_state : state
      if (stands !== piece.set) return lost(outside(stands ?? state, piece.set))
      if (!(yield* isLinked(organization, ad_account_id, user))) return lost(notLinked)
      return { way: { piece, what, sentence: `${what} to ${piece.was}` }, lost: [] }
    }),

  restore: (organization, { campaign, was }, act) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Out of error only the platform's yes takes it, as with any change of state.
      yield* sql`
        update campaigns set state = case when state = 'error' then state else ${was} end,
          wanted_state = case when state = 'error' then ${was} end, updated_at = now()
        where organization_id = ${organization} and id = ${campaign}`
      yield* markUnpushed(organization, campaign, ["state"])
      const task = yield* startTask(queue, campaignStateTask, {
        organization,
        // One that was in error has no way back, so there is none to be named here.
        input: { state: was === "error" ? "paused" : was, undoes: act.action },
        campaign,
        action: act.action,
        requestedBy: act.userId,
        stopsSpend: was !== "live"
      })
      return { task }
    })
})
