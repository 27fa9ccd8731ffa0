import { Effect, Schema } from "effect"
import {
  addressProblem,
  adsOf,
  beginAd,
  type Campaign,
  campaignById,
  connectionWarnings,
  findAd,
  isInPlatform,
  isLinked,
  linkProblem,
  nextAdName
} from "../../campaigns/index.ts"
import { taskAfter } from "../../changes/after.ts"
import { type At, edit, type Fails, type Planned, type Restorable } from "../../changes/edit.ts"
import { quoted, subjectOf } from "../../changes/sentence.ts"
import { AdAccountNotLinked, AdNotSupported, ValidationError } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { adTask } from "../draft-task.ts"
import { unreadWebsiteWarnings } from "../writing/same-business.ts"

const Input = Schema.Struct({
  campaign: Schema.Int,
  url: Schema.String,
  /** Numbered after those that are there where none is given. */
  name: Schema.NullOr(Schema.String)
})
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, ad: Schema.Int })
type Trace = typeof Trace.Type

export interface CreateAdPlan extends Planned {
  readonly campaign: Campaign
  readonly url: string
  readonly name: string
}

const subject = "Ad"
const invalid = (path: string, message: string) => new ValidationError({ fields: [{ path, message }] })

/** Campaigns whose ads are not ours to write. */
const unsupported = ({ origin, type }: Campaign): AdNotSupported | null => {
  if (origin === "imported" || type === "external") return new AdNotSupported({ why: "imported" })
  return type === "competitor" ? new AdNotSupported({ why: "competitor" }) : null
}

const inputProblem = (
  { website_url }: Campaign,
  url: string,
  name: string,
  taken: ReadonlyArray<string>
): ValidationError | null => {
  const address = addressProblem(url, website_url, "landing page")
  if (address !== null) return invalid("url", address)
  return taken.some((one) => one.toLowerCase() === name.toLowerCase())
    ? invalid("name", `is the name of another ad of this campaign: ${quoted(name)}`)
    : null
}

/** An ad that is yet to be written, on a campaign that is there. */
export const makeCreateAd = Effect.gen(function* () {
  const accounts = yield* AdAccounts

  /** Whether its account can be worked with by this person, as far as is known without asking the platform. */
  const accountProblem = (at: At, campaign: Campaign) =>
    Effect.gen(function* () {
      const { caller, organization } = at.clearance
      const linked = yield* isLinked(organization.id, campaign.ad_account_id, caller.userId)
      return linked
        ? yield* linkProblem(accounts, organization.id, campaign, "url")
        : new AdAccountNotLinked()
    })

  return edit({
    kind: "ad.create",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (at: At, { campaign: id, name: given, url }: typeof Input.Type) =>
      Effect.gen(function* () {
        const campaign = yield* campaignById(at, id)
        const names = (yield* adsOf(at.clearance.organization.id, id)).map((ad) => ad.name)
        const name = given ?? nextAdName(names)
        const refusal =
          unsupported(campaign) ??
          inputProblem(campaign, url, name, names) ??
          (yield* accountProblem(at, campaign))
        const plan: CreateAdPlan = {
          campaign,
          url,
          name,
          sentence: {
            subject,
            of: campaign.slug,
            did: `Ad ${quoted(name)} from ${quoted(url)}`
          },
          essence: { create: { campaign: id, name: given, url } },
          touches: [`campaign/${id}/ad/${name.toLowerCase()}`],
          moves: [],
          stopsSpend: false,
          refusal,
          empty: false
        }
        return plan
      }) satisfies Effect.Effect<CreateAdPlan, Fails, unknown>,
    warnings: (at: At, { campaign, refusal, url }: CreateAdPlan) =>
      Effect.zipWith(
        connectionWarnings(accounts, at, campaign, isInPlatform(campaign)),
        refusal === null
          ? unreadWebsiteWarnings(at.clearance.organization.id, url, "ad")
          : Effect.succeed([]),
        (connection, website) => [...connection, ...website]
      ),

    apply: ({ campaign, name, url }: CreateAdPlan, { at }) =>
      Effect.map(
        beginAd(at.clearance.organization.id, campaign.id, name, url),
        (ad): Trace => ({ campaign: campaign.id, slug: campaign.slug, ad })
      ),
    route: (_plan: CreateAdPlan, { ad, campaign }: Trace) => ({
      to: "after",
      work: [taskAfter(adTask, { ad }, campaign)]
    }),

    describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
    restorable: (at: At, trace: Trace) =>
      Effect.map(findAd(at.clearance.organization.id, trace.ad), (ad): Restorable<Trace> => {
        const what = subjectOf({ subject, of: trace.slug })
        return ad === null
          ? { stands: null, lost: [{ what, reason: "It was removed before." }] }
          : { stands: trace, lost: [] }
      }),
    reverse: ({ ad }: Trace) => ({ kind: "ad.remove", version: 1, input: { ad } })
  })
})
