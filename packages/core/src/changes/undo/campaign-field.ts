import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { InverseOf } from "../inverse.ts"
import { lockCampaign } from "./campaign.ts"
import type { Kind } from "./kind.ts"

type Piece = InverseOf<"campaign_field">

const words: Record<Piece["field"], string> = {
  name: "Name",
  budget: "Daily budget",
  target_cpa: "Target CPA"
}

const outside = (now: Piece["set"], set: Piece["set"]) =>
  `It is ${now ?? "none"} now and not ${set ?? "none"}, as this action had left it: it was changed outside the service.`

export const campaignField: Kind<Piece> = {
  same: ({ campaign, field, kind }) => ({ kind, campaign, field }),

  look: (organization, piece) =>
    Effect.map(lockCampaign(organization, piece.campaign), (campaign) => {
      const { field, set, was } = piece
      const what = `${words[field]} of ${campaign.slug}`
      const lost = (reason: string) => ({ way: null, lost: [{ what, reason }] })
      if (campaign[field] !== set) return lost(outside(campaign[field], set))
      if (field === "budget" && campaign.platform_budget_shared) {
        return lost("It is shared with other campaigns in the ad platform, which would move too.")
      }
      const sentence = `${what} to ${was ?? "none"}`
      if (field !== "budget") return { way: { piece, what, sentence }, lost: [] }
      const budget = { campaign: piece.campaign, from: Number(set ?? 0), to: Number(was ?? 0) }
      return { way: { piece, what, sentence, budget }, lost: [] }
    }),

  restore: (organization, { campaign, field, was }) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ in_platform: boolean }>`
        update campaigns set ${sql.update({ [field]: was })}, updated_at = now()
        where organization_id = ${organization} and id = ${campaign}
        returning platform_resource_name is not null as in_platform`
      return row!.in_platform ? { push: { campaign, field } } : {}
    })
}
