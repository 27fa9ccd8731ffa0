import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { makeStep, type PlanContext } from "../../changes/edit.ts"
import { registerPeopleWrite } from "../../changes/people-write.ts"
import { type FieldProblem, type PeopleWriteInput, ValidationError } from "../../contract/index.ts"
import { type Campaign, campaignById, campaignBySlug } from "../campaign.ts"
import { adNotFound } from "../edits/ad-part.ts"
import { editableProblem } from "../edits/editable.ts"
import { AddKeywords, KeywordStateEdit } from "../edits/index.ts"
import { termKey } from "../negatives/terms.ts"
import { termProblem } from "../negatives/validity.ts"
import { readAdParts, readDraftContent, readNamedKeywords } from "../rows/draft-content.ts"

/* The writes on keywords that only people make. */

type Keywords = PeopleWriteInput<"keywords.remove">["keywords"]
type Sql<A> = Effect.Effect<A, ValidationError | SqlError, SqlClient.SqlClient>

/** Keywords are added and removed only until the first launch. */
const checkEditable = (context: PlanContext, campaign: Campaign, path: string): Sql<void> =>
  Effect.flatMap(readDraftContent(context.clearance.organization.id, campaign.id), ({ written }) => {
    const problem = editableProblem(campaign, written, path)
    return problem === null ? Effect.void : Effect.fail(problem)
  })

/** Finds the keywords of a campaign that people named, on all of its ads, or fails with those that it lacks. */
const findKeywords = (
  context: PlanContext,
  campaign: Campaign,
  named: Keywords
): Sql<ReadonlyArray<number>> =>
  Effect.gen(function* () {
    const rows = yield* readNamedKeywords(context.clearance.organization.id, campaign.id)
    const fields: Array<FieldProblem> = []
    const ids = named.flatMap(({ match, text }, n) => {
      const found = rows.filter((row) => row.match === match && termKey(row.text) === termKey(text))
      if (found.length === 0) {
        fields.push({ path: `keywords.${n}`, message: `is not a keyword of ${campaign.slug}` })
      }
      return found.map(({ id }) => id)
    })
    return fields.length === 0 ? [...new Set(ids)] : yield* new ValidationError({ fields })
  })

const addKeywords = registerPeopleWrite(
  "keywords.add",
  Effect.map(AddKeywords, (add) => ({
    actions: (context, { ad: id, keywords }) =>
      Effect.gen(function* () {
        const ad = yield* readAdParts(context.clearance.organization.id, id)
        if (ad === null) return yield* adNotFound(id)
        const campaign = yield* campaignById(context, ad.campaign)
        yield* checkEditable(context, campaign, "ad")
        const fields = keywords.flatMap(({ text }, n): ReadonlyArray<FieldProblem> => {
          const message = termProblem(text)
          return message === null ? [] : [{ path: `keywords.${n}`, message }]
        })
        if (fields.length > 0) return yield* new ValidationError({ fields })
        const step = makeStep(add, {
          campaign: campaign.id,
          keywords: keywords.map(({ match, text }) => ({ ad: id, text, match }))
        })
        return [{ campaign, steps: [step] }]
      })
  }))
)

const removeKeywords = registerPeopleWrite(
  "keywords.remove",
  Effect.succeed({
    actions: (context, { campaign: slug, keywords }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        yield* checkEditable(context, campaign, "campaign")
        const ids = yield* findKeywords(context, campaign, keywords)
        const step = { kind: "keywords.remove", version: 1, input: { campaign: campaign.id, ids } }
        return [{ campaign, steps: [step] }]
      })
  })
)

const setKeywordState = registerPeopleWrite(
  "keywords.set_state",
  Effect.map(KeywordStateEdit, (edit) => ({
    actions: (context, { campaign: slug, keywords, state }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        const ids = yield* findKeywords(context, campaign, keywords)
        return [{ campaign, steps: [makeStep(edit, { campaign: campaign.id, ids, to: state })] }]
      })
  }))
)

export const keywordPeopleWrites = Effect.all([addKeywords, removeKeywords, setKeywordState], {
  discard: true
})
