import { Effect } from "effect"
import { makeStep } from "../../changes/edit.ts"
import { registerPeopleWrite } from "../../changes/people-write.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import { campaignBySlug } from "../campaign.ts"
import { wholeBudget } from "../edits/field-rules.ts"
import { type CampaignField, FieldEdit } from "../edits/index.ts"
import { findExternalChange, type RevertedChange } from "../stored-external-changes.ts"

const cannot = (message: string) => new ValidationError({ fields: [{ path: "change", message }] })

/** The settings to restore, or why no edit of ours can. */
const settingsOf = ({ accepted, previous, what }: RevertedChange) => {
  const { budget, name } = previous ?? {}
  const settings: ReadonlyArray<readonly [CampaignField, string | number]> = [
    ...(name === undefined ? [] : [["name", name] as const]),
    ...(budget === undefined ? [] : [["budget", wholeBudget(budget)] as const])
  ]
  if (settings.length === 0) {
    return Effect.fail(cannot(`cannot be reverted here: ${what}. Change it back in the ad platform`))
  }
  return accepted
    ? Effect.succeed(settings)
    : Effect.fail(cannot("is not accepted yet, so the campaign still has its own values; accept it first"))
}

/**
 * Takes back a change that others made in the ad platform, where an edit of ours exists: the name and the daily
 * budget. It is an ordinary change back, with the limits of every other.
 */
export const revertExternalChange = registerPeopleWrite(
  "external_changes.revert",
  Effect.map(FieldEdit, (field) => ({
    actions: (context, { campaign: slug, change: id }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        const change = yield* findExternalChange(context.clearance.organization.id, campaign.id, id)
        if (change === null) {
          return yield* new NotFound({
            what: `The change ${JSON.stringify(id)} of ${slug}`,
            next: "Choose one of the changes made in the ad platform that the campaign has."
          })
        }
        const settings = yield* settingsOf(change)
        const steps = settings.map(([name, to]) =>
          makeStep(field, { campaign: campaign.id, field: name, to })
        )
        return [{ campaign, steps }]
      })
  }))
)
