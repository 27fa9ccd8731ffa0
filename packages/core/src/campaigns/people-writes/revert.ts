import { Effect } from "effect"
import { makeStep, type Step } from "../../changes/edit.ts"
import { registerPeopleWrite } from "../../changes/people-write.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import { campaignBySlug } from "../campaign.ts"
import { wholeBudget } from "../edits/field-rules.ts"
import { FieldEdit, KeywordStateEdit, StateEdit } from "../edits/index.ts"
import { findExternalChange, findNewestOf, type RevertedChange } from "../stored-external-changes.ts"

const cannot = (message: string) => new ValidationError({ fields: [{ path: "change", message }] })

/** Why an edit of ours cannot restore what was before a change; null if one can. */
const revertProblem = ({ accepted, keyword, previous, what }: RevertedChange): string | null => {
  if (previous === null || Object.keys(previous).length === 0)
    return `cannot be reverted here: ${what}. Adwarden restores the name, budget, target and state of a campaign and the state of a keyword; change everything else back in the ad platform`
  if (previous.keyword !== undefined && keyword === null)
    return `cannot be reverted: ${what}. The campaign no longer has this keyword; add it again in the ad platform`
  return accepted ? null : "is not accepted yet, so the campaign still has its own values; accept it first"
}

/**
 * Reverts a change that others made in the ad platform, where an edit of ours exists: the settings and the state of a
 * campaign, and the state of a keyword. It is an ordinary change back, with the limits and checks of every other.
 */
export const revertExternalChange = registerPeopleWrite(
  "external_changes.revert",
  Effect.map(Effect.all([FieldEdit, StateEdit, KeywordStateEdit]), ([field, state, keywordState]) => ({
    readsPlatform: true as const,
    actions: (context, { campaign: slug, change: id }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        const change = yield* findExternalChange(context.clearance.organization.id, campaign.id, id)
        if (change === null) {
          const known = yield* findNewestOf(context.clearance.organization.id, campaign.id)
          return yield* new NotFound({
            what: `The change ${JSON.stringify(id)} of ${slug}`,
            next:
              known.length === 0
                ? "Nobody changed this campaign in the ad platform."
                : `Choose one that others made in the ad platform: ${known.map((one) => `${one.id} (${one.what})`).join(", ")}.`
          })
        }
        const problem = revertProblem(change)
        if (problem !== null) return yield* cannot(problem)
        const { budget, keyword, name, state: before, target_cpa } = change.previous ?? {}
        const of = campaign.id
        const steps: ReadonlyArray<Step> = [
          ...(name === undefined ? [] : [makeStep(field, { campaign: of, field: "name", to: name })]),
          ...(budget === undefined
            ? []
            : [makeStep(field, { campaign: of, field: "budget", to: wholeBudget(budget) })]),
          ...(target_cpa === undefined
            ? []
            : [makeStep(field, { campaign: of, field: "target_cpa", to: target_cpa })]),
          ...(before === undefined ? [] : [makeStep(state, { campaign: of, to: before })]),
          ...(keyword === undefined || change.keyword === null
            ? []
            : [makeStep(keywordState, { campaign: of, ids: [change.keyword], to: keyword })])
        ]
        return [{ campaign, steps }]
      })
  }))
)
