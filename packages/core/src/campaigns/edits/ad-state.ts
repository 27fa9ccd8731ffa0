import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { defineEditWith, type PlanContext, type Planned } from "../../changes/edit.ts"
import { ValidationError } from "../../contract/index.ts"
import { quoteValue } from "../../log/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import type { PlatformAd } from "../../platform/model.ts"
import { type Campaign, campaignById, channelProblem, isPlatformFirst } from "../campaign.ts"
import { connectionWarnings, linkProblem } from "../connection.ts"
import { criterionChanges, platformRefOf, readKeywordsOn } from "../criterion-rows.ts"
import type { Loss } from "../negatives/would-lose.ts"
import { readServedAd, type ServedAd, setAdState } from "../rows/ad-rows.ts"
import { notWritten } from "./content-parts.ts"
import { readKeywordLoss } from "./criteria.ts"

const State = Schema.Literal("enabled", "paused")
/** The ad, or the text ad inside it: the platform pauses either, and only the ad's own state is stored here. */
const Part = Schema.Literal("ad", "text")
const Input = Schema.Struct({ campaign: Schema.Int, ad: Schema.Int, part: Part, to: State })
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  ad: Schema.Int,
  name: Schema.String,
  part: Part,
  set: State
})
type Trace = typeof Trace.Type

interface AdStatePlan extends Planned {
  /** The traffic of the last 30 days that its keywords had; null unless it is paused. */
  readonly lost: Loss | null
  readonly campaign: Campaign
  readonly ad: ServedAd
  readonly part: typeof Part.Type
  readonly to: typeof State.Type
}

/** The ad as it is stored, and as the platform has it; null if it is gone. */
interface Remote {
  readonly stored: ServedAd
  readonly ad: PlatformAd | null
}

const kind = "ad.state"
const other = (state: typeof State.Type) => (state === "paused" ? "enabled" : "paused")
const subjectOf = (name: string, part: typeof Part.Type) =>
  `State of the ${part === "ad" ? "ad" : "text of the ad"} ${quoteValue(name)}`

/** Pauses or enables an ad, in the platform first if its campaign runs there. */
export const adStateEdit = defineEditWith(
  { kind, version: 1, input: Input, trace: Trace },
  Effect.gen(function* () {
    const accounts = yield* AdAccounts
    const sql = yield* SqlClient.SqlClient
    const refOf = (ad: Pick<ServedAd, "ref" | "textRef">, part: typeof Part.Type) =>
      part === "ad" ? ad.ref : ad.textRef

    return {
      plan: (context: PlanContext, { ad: id, campaign: of, part, to }: typeof Input.Type) =>
        Effect.gen(function* () {
          const organization = context.clearance.organization.id
          const campaign = yield* campaignById(context, of)
          const ad = yield* readServedAd(organization, id)
          const keywords = to === "paused" ? yield* readKeywordsOn(organization, [id]) : null
          const lost = keywords === null ? null : yield* readKeywordLoss(organization, of, keywords)
          const isWritten = ad.state === "enabled" || ad.state === "paused"
          const plan: AdStatePlan = {
            campaign,
            ad,
            part,
            to,
            lost,
            ...(lost !== null && { loss: { conversions: lost.conversions, keywords: [] } }),
            sentence: { subject: subjectOf(ad.name, part), of: campaign.slug, from: other(to), to },
            hashedContent: { set: to, ad: id, part },
            affectedKeys: [`campaign/${of}/ad/${ad.name.toLowerCase()}`],
            moves: [],
            stopsSpend: to === "paused",
            refusal:
              channelProblem(campaign) ??
              (!isWritten
                ? new ValidationError({ fields: [{ path: "ad_id", message: notWritten }] })
                : isPlatformFirst(campaign)
                  ? yield* linkProblem(accounts, organization, campaign, "change")
                  : null),
            empty: ad.removed || (part === "ad" ? ad.state === to : !isPlatformFirst(campaign))
          }
          return plan
        }),
      warnings: (context: PlanContext, { campaign }: AdStatePlan) =>
        connectionWarnings(accounts, context, campaign),
      platformChanges: (_context: PlanContext, { ad, campaign, part, to }: AdStatePlan) =>
        Effect.succeed(
          criterionChanges(campaign, () => {
            const ref = refOf(ad, part)
            return ref === null ? [] : [{ do: "set_ad_state", ad: ref, state: to }]
          })
        ),
      route: ({ campaign }: AdStatePlan) =>
        isPlatformFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },
      apply: ({ ad, campaign, part, to }: AdStatePlan, { context }) =>
        Effect.gen(function* () {
          if (!isPlatformFirst(campaign)) yield* setAdState(context.clearance.organization.id, ad.id, to)
          const trace: Trace = {
            campaign: campaign.id,
            slug: campaign.slug,
            ad: ad.id,
            name: ad.name,
            part,
            set: to
          }
          return trace
        }),
      platformFirst: {
        field: "change",
        readRemote: (account, organization, { ad: id, campaign }: Trace) =>
          Effect.gen(function* () {
            const stored = yield* readServedAd(organization, id)
            const ads = yield* account.platform.ads(account, yield* platformRefOf(organization, campaign))
            const remote: Remote = { stored, ad: ads.find(({ ref }) => ref === stored.ref) ?? null }
            return remote
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql)),
        missing: ({ part, set }: Trace, { ad, stored }: Remote) => {
          // One that is gone does not serve; that it cannot serve again is for the platform to say.
          const gone = [refOf(stored, part), "paused"] as const
          const [ref, state] =
            ad === null ? gone : part === "ad" ? [ad.ref, ad.state] : [ad.adRef, ad.adState]
          return ref === null || state === set ? [] : [{ do: "set_ad_state", ad: ref, state: set }]
        },
        complete: (organization: number, trace: Trace) =>
          Effect.as(trace.part === "ad" ? setAdState(organization, trace.ad, trace.set) : Effect.void, trace),
        discard: () => Effect.void
      },
      restorable: (context: PlanContext, trace: Trace) =>
        Effect.map(readServedAd(context.clearance.organization.id, trace.ad), ({ removed, state }) => {
          const what = `${subjectOf(trace.name, trace.part)} of ${trace.slug}`
          if (removed) return { standing: null, lost: [{ what, reason: "The ad was removed since." }] }
          return trace.part === "text" || state === trace.set
            ? { standing: trace, lost: [] }
            : { standing: null, lost: [{ what, reason: `It is ${state} now: it was changed since.` }] }
        }),
      describe: (_context: PlanContext, { name, part, slug }: Trace) =>
        Effect.succeed(`${subjectOf(name, part)} of ${slug}`),
      reverse: ({ ad, campaign, part, set }: Trace) => ({
        kind,
        version: 1,
        input: { campaign, ad, part, to: other(set) }
      })
    }
  })
)
