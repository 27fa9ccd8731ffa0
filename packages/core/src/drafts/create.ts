import { Effect } from "effect"
import { campaignBySlug, campaignReads, wholeBudget } from "../campaigns/index.ts"
import { neverUnchanged, taskIdOf } from "../changes/background-write.ts"
import { makeStep } from "../changes/edit.ts"
import { registerWrite } from "../changes/registries.ts"
import { plansOf, tracesOf, type Write } from "../changes/write.ts"
import { AdId, pagePaths } from "../contract/index.ts"
import { Settings } from "../settings.ts"
import { createAdEdit } from "./edits/create-ad.ts"
import { createDraftEdit } from "./edits/create-draft.ts"
import { adPartsOf, campaignPartsOf } from "./parts/parts.ts"

const createCampaignWrite = Effect.gen(function* () {
  const { appUrl } = yield* Settings
  const write: Write<"campaigns.create"> = {
    warnsInAnswer: true,
    actions: (_context, input) => {
      const { budget, name, type, website_url } = input
      const parts = campaignPartsOf(input)
      const step = makeStep(createDraftEdit, {
        website: website_url,
        type,
        name: name?.trim() ?? null,
        budget: budget === undefined ? null : wholeBudget(budget),
        source: null,
        focus: null,
        ...(parts === null ? {} : { parts })
      })
      return Effect.succeed([
        {
          op: "create_campaign",
          campaign: null,
          source: "dashboard",
          completedByTask: true,
          steps: [step]
        }
      ])
    },
    preview: (planned) => {
      const { input, name, slug } = plansOf(planned, createDraftEdit)[0]!
      const { budget, type, website } = input
      return { would_create: { campaign: slug, name, type, website_url: website, budget } }
    },
    unchanged: neverUnchanged,
    output: (done) => {
      const { org, slug } = tracesOf(done, createDraftEdit)[0]!
      return {
        task_tracking_id: taskIdOf(done),
        status: "queued",
        campaign: slug,
        url: `${appUrl}${pagePaths.campaign(org, slug)}`,
        ...(done.warnings === undefined ? {} : { warnings: done.warnings })
      }
    }
  }
  return write
})

export const createCampaign = registerWrite("campaigns.create", createCampaignWrite)

const createAdWrite = Effect.succeed<Write<"campaigns.create_ad">>({
  reads: campaignReads,
  warnsInAnswer: true,
  actions: (context, input) =>
    Effect.map(campaignBySlug(context, input.slug), (campaign) => {
      const parts = adPartsOf(input)
      const step = makeStep(createAdEdit, {
        campaign: campaign.id,
        url: input.url,
        name: input.name?.trim() ?? null,
        ...(parts === null ? {} : { parts })
      })
      return [{ op: "create_ad", campaign, source: "dashboard", logged: false, steps: [step] }]
    }),
  preview: (planned) => {
    const { name, url } = plansOf(planned, createAdEdit)[0]!
    return { would_create: { ad: name, url } }
  },
  unchanged: neverUnchanged,
  output: (done) => ({
    task_tracking_id: taskIdOf(done),
    status: "queued",
    ad_id: AdId.make(tracesOf(done, createAdEdit)[0]!.ad),
    ...(done.warnings === undefined ? {} : { warnings: done.warnings })
  })
})

export const createAd = registerWrite("campaigns.create_ad", createAdWrite)
