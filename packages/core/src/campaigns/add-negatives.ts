import { Effect } from "effect"
import { makeStep } from "../changes/edit.ts"
import { plansOf, tracesOf, type Write, type WriteResult, warningsIn } from "../changes/write.ts"
import { registerWrite } from "../changes/writes.ts"
import { campaignBySlug, campaignReads } from "./campaign.ts"
import { AddNegatives } from "./edits/index.ts"

const make = Effect.map(
  AddNegatives,
  (add): Write<"keywords.add_negatives"> => ({
    reads: campaignReads,
    actions: (context, { keywords, match_type: match, slug }) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => [
        {
          op: "add_negative_keywords",
          campaign,
          source: "dashboard",
          steps: [makeStep(add, { campaign: campaign.id, match, terms: keywords })]
        }
      ]),
    preview: (planned) => {
      const { alreadyThere, blocked, items, lost, match } = plansOf(planned, add)[0]!
      return {
        match_type: match,
        would_apply: items.map(({ text }) => ({ op: "add_negative_keyword", term: text, match_type: match })),
        already_there: alreadyThere,
        would_lose: lost,
        blocked_keywords: blocked
      }
    },
    unchanged: (planned) => {
      const { alreadyThere, match } = plansOf(planned, add)[0]!
      return { applied: true, action_id: null, added: 0, match_type: match, already_there: alreadyThere }
    },
    output: (done: WriteResult) => {
      const { alreadyThere, ids, match } = tracesOf(done, add)[0]!
      return {
        applied: true,
        action_id: done.actions[0]!.action,
        added: ids.length,
        match_type: match,
        already_there: alreadyThere,
        ...warningsIn(done)
      }
    }
  })
)

export const addNegativeKeywords = registerWrite("keywords.add_negatives", make)
