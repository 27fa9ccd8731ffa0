import { Effect } from "effect"
import { campaignBySlug, campaignFirst } from "../campaigns/index.ts"
import { followedBy, neverUnchanged } from "../changes/background-write.ts"
import { step } from "../changes/edit.ts"
import { plansOf, tracesOf, type Write } from "../changes/write.ts"
import { guardedWrite } from "../changes/writes.ts"
import { AdId } from "../contract/index.ts"
import { CreateAd } from "./edits/index.ts"

const make = Effect.map(
  CreateAd,
  (create): Write<"campaigns.create_ad"> => ({
    firstRead: campaignFirst,
    warnsInAnswer: true,
    actions: (at, { name, slug, url }) =>
      Effect.map(campaignBySlug(at, slug), (campaign) => [
        {
          op: "create_ad",
          campaign,
          source: "dashboard",
          logged: false,
          steps: [step(create, { campaign: campaign.id, url, name: name?.trim() ?? null })]
        }
      ]),
    preview: (planned) => {
      const { name, url } = plansOf(planned, create)[0]!
      return { would_create: { ad: name, url } }
    },
    unchanged: neverUnchanged,
    answer: (done) => ({
      task_tracking_id: followedBy(done),
      status: "queued",
      ad_id: AdId.make(tracesOf(done, create)[0]!.ad),
      ...(done.warnings === undefined ? {} : { warnings: done.warnings })
    })
  })
)

export const createAd = guardedWrite("campaigns.create_ad", make)
