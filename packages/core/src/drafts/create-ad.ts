import { Effect } from "effect"
import { campaignBySlug, campaignReads } from "../campaigns/index.ts"
import { neverUnchanged, taskIdOf } from "../changes/background-write.ts"
import { makeStep } from "../changes/edit.ts"
import { plansOf, tracesOf, type Write } from "../changes/write.ts"
import { registerWrite } from "../changes/writes.ts"
import { AdId } from "../contract/index.ts"
import { CreateAd } from "./edits/index.ts"

const makeWrite = Effect.map(
  CreateAd,
  (create): Write<"campaigns.create_ad"> => ({
    reads: campaignReads,
    warnsInAnswer: true,
    actions: (context, { name, slug, url }) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => [
        {
          op: "create_ad",
          campaign,
          source: "dashboard",
          logged: false,
          steps: [makeStep(create, { campaign: campaign.id, url, name: name?.trim() ?? null })]
        }
      ]),
    preview: (planned) => {
      const { name, url } = plansOf(planned, create)[0]!
      return { would_create: { ad: name, url } }
    },
    unchanged: neverUnchanged,
    output: (done) => ({
      task_tracking_id: taskIdOf(done),
      status: "queued",
      ad_id: AdId.make(tracesOf(done, create)[0]!.ad),
      ...(done.warnings === undefined ? {} : { warnings: done.warnings })
    })
  })
)

export const createAd = registerWrite("campaigns.create_ad", makeWrite)
