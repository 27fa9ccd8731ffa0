import { Effect, Schema } from "effect"
import {
  addressProblem,
  adsOf,
  type Campaign,
  campaignById,
  channelProblem,
  connectionWarnings,
  findAd,
  insertGeneratingAd,
  isInPlatform,
  linkProblem,
  nextAdName
} from "../../campaigns/index.ts"
import {
  backgroundTask,
  defineEditWith,
  type EngineError,
  type PlanContext,
  type Planned
} from "../../changes/edit.ts"
import { AdAccountNotLinked, AdNotSupported, ValidationError } from "../../contract/index.ts"
import { quoteValue } from "../../log/sentence.ts"
import { isLinked } from "../../platform/account-rows.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { adFormProblems } from "../parts/form.ts"
import { AdParts } from "../parts/parts.ts"
import { adTask } from "../write-ad.ts"
import { unreadWebsiteWarnings } from "../writing/business.ts"
import { undoMethods } from "./undo-methods.ts"

const Input = Schema.Struct({
  campaign: Schema.Int,
  url: Schema.String,
  /** Numbered after the existing ads if none is given. */
  name: Schema.NullOr(Schema.String),
  /** What the caller wrote of it. */
  parts: Schema.optionalWith(AdParts, { exact: true })
})
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, ad: Schema.Int })
type Trace = typeof Trace.Type

interface CreateAdPlan extends Planned {
  readonly campaign: Campaign
  readonly url: string
  readonly name: string
  readonly parts: AdParts | undefined
}

const subject = "Ad"
const invalid = (path: string, message: string) => new ValidationError({ fields: [{ path, message }] })

/** Returns the error for campaigns whose ads the service does not write. */
const unsupportedCampaign = ({ origin, type }: Campaign): AdNotSupported | null => {
  if (origin === "imported" || type === "external") return new AdNotSupported({ why: "imported" })
  return type === "competitor" ? new AdNotSupported({ why: "competitor" }) : null
}

const inputProblem = (
  { website_url }: Campaign,
  url: string,
  name: string,
  existingNames: ReadonlyArray<string>,
  parts: AdParts = {}
): ValidationError | null => {
  const address = addressProblem(url, website_url, "landing page")
  if (address !== null) return invalid("url", `${address}; send a page of the campaign's website`)
  const fields = adFormProblems(parts)
  if (fields.length > 0) return new ValidationError({ fields })
  return existingNames.some((one) => one.toLowerCase() === name.toLowerCase())
    ? invalid("name", `is the name of another ad of this campaign: ${quoteValue(name)}`)
    : null
}

/** Creates an ad that is still to be generated, in an existing campaign. */
export const createAdEdit = defineEditWith(
  { kind: "ad.create", version: 1, input: Input, trace: Trace },
  Effect.gen(function* () {
    const accounts = yield* AdAccounts

    /** Returns why this person cannot use the account, as far as stored facts show. */
    const accountProblem = (context: PlanContext, campaign: Campaign) =>
      Effect.gen(function* () {
        const { organization } = context.clearance
        const linked = yield* isLinked(organization.id, campaign.ad_account_id)
        return linked
          ? yield* linkProblem(accounts, organization.id, campaign, "url")
          : new AdAccountNotLinked()
      })

    return {
      plan: (context: PlanContext, { campaign: id, name: givenName, parts, url }: typeof Input.Type) =>
        Effect.gen(function* () {
          const campaign = yield* campaignById(context, id)
          const names = (yield* adsOf(context.clearance.organization.id, id)).map((ad) => ad.name)
          const name = givenName ?? nextAdName(names)
          const refusal =
            channelProblem(campaign) ??
            unsupportedCampaign(campaign) ??
            inputProblem(campaign, url, name, names, parts) ??
            (yield* accountProblem(context, campaign))
          const plan: CreateAdPlan = {
            campaign,
            url,
            name,
            parts,
            sentence: {
              subject,
              of: campaign.slug,
              did: `Ad ${quoteValue(name)} from ${quoteValue(url)}`
            },
            hashedContent: {
              create: { campaign: id, name: givenName, url, ...(parts === undefined ? {} : { parts }) }
            },
            affectedKeys: [`campaign/${id}/ad/${name.toLowerCase()}`],
            moves: [],
            stopsSpend: false,
            refusal,
            empty: false
          }
          return plan
        }) satisfies Effect.Effect<CreateAdPlan, EngineError, unknown>,
      warnings: (context: PlanContext, { campaign, refusal, url }: CreateAdPlan) =>
        Effect.zipWith(
          connectionWarnings(accounts, context, campaign, isInPlatform(campaign)),
          refusal === null
            ? unreadWebsiteWarnings(context.clearance.organization.id, url, "ad")
            : Effect.succeed([]),
          (connection, website) => [...connection, ...website]
        ),

      apply: ({ campaign, name, url }: CreateAdPlan, { context }) =>
        Effect.map(
          insertGeneratingAd(context.clearance.organization.id, campaign.id, name, url),
          (ad): Trace => ({ campaign: campaign.id, slug: campaign.slug, ad })
        ),
      route: ({ parts }: CreateAdPlan, { ad, campaign }: Trace) => ({
        to: "after",
        work: [backgroundTask(adTask, { ad, ...(parts === undefined ? {} : { parts }) }, campaign)]
      }),

      ...undoMethods(subject, (context, { ad }: Trace) =>
        Effect.map(findAd(context.clearance.organization.id, ad), (found) =>
          found === null ? "It was removed before." : null
        )
      ),
      reverse: ({ ad }: Trace) => ({ kind: "ad.remove", version: 1, input: { ad } })
    }
  })
)
