import { Effect } from "effect"
import { registerPeopleWrite } from "../../changes/people-write.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import { campaignBySlug } from "../campaign.ts"
import { findExternalChange, findNewestOf } from "../stored-external-changes.ts"
import { makeRevertSteps } from "./revert-steps.ts"

const cannot = (message: string) => new ValidationError({ fields: [{ path: "change", message }] })

const notFound = (
  organization: number,
  campaign: { readonly id: number; readonly slug: string },
  id: string
) =>
  Effect.map(
    findNewestOf(organization, campaign.id),
    (known) =>
      new NotFound({
        what: `The change ${JSON.stringify(id)} of ${campaign.slug}`,
        next:
          known.length === 0
            ? "Nobody changed this campaign in the ad platform."
            : `Choose one that others made in the ad platform: ${known.map((one) => `${one.id} (${one.what})`).join(", ")}.`
      })
  )

/**
 * Reverts a change that others made in the ad platform, where an edit of ours exists. It is an ordinary change
 * back, with the limits and checks of every other.
 */
export const revertExternalChange = registerPeopleWrite(
  "external_changes.revert",
  Effect.map(makeRevertSteps, (stepsOf) => ({
    readsPlatform: true as const,
    actions: (context, { campaign: slug, change: id }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        const organization = context.clearance.organization.id
        const change = yield* findExternalChange(organization, campaign.id, id)
        if (change === null) return yield* yield* notFound(organization, campaign, id)
        const steps = stepsOf(campaign.id, change)
        if (typeof steps === "string") return yield* cannot(steps)
        if (!change.accepted)
          return yield* cannot(
            "is not accepted yet, so the campaign still has its own values; accept it first"
          )
        return [{ campaign, steps }]
      })
  }))
)
