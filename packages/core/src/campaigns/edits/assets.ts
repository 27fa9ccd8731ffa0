import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import {
  defineEditWith,
  type PlanContext,
  type Planned,
  type PlatformFirst,
  type Restorable,
  type Route
} from "../../changes/edit.ts"
import { type FieldProblem, ValidationError } from "../../contract/index.ts"
import { quoteValue, renderSubject } from "../../log/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import type { PlatformAsset, Ref } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import {
  type Campaign,
  campaignById,
  channelProblem,
  isPlatformFirst,
  notInPlatformYet,
  spendsOrHasSpent
} from "../campaign.ts"
import { connectionWarnings, linkProblem } from "../connection.ts"
import { criterionChanges, platformRefOf } from "../criterion-rows.ts"
import { calloutsProblem, sitelinksProblem } from "../launch/checks.ts"
import { addedLineProblem } from "../launch/evidence.ts"
import { firstProblem } from "../launch/lines.ts"
import { readEvidence, readEvidenceOfRunning } from "../launch/read-evidence.ts"
import { readAdPartsOf, readDraftContent } from "../rows/draft-content.ts"
import { Sitelink, type StoredSitelink, sitelinksColumn } from "../stored-json.ts"
import { changedSince, isDeepStrictEqual, notWritten, restoresField } from "./content-parts.ts"

const exact = { exact: true } as const
/** The lists that a change names. */
const Lists = Schema.Struct({
  sitelinks: Schema.optionalWith(Schema.Array(Sitelink), exact),
  callouts: Schema.optionalWith(Schema.Array(Schema.String), exact)
})
type Lists = typeof Lists.Type

const Input = Schema.Struct({
  campaign: Schema.Int,
  to: Lists,
  restores: restoresField
})
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, was: Lists, set: Lists })
type Trace = typeof Trace.Type

interface AssetsPlan extends Planned {
  readonly campaign: Campaign
  readonly from: Lists
  readonly to: Lists
}

const kind = { kind: "campaign.assets", version: 1 } as const

/** The identity of a link: the platform leaves out empty descriptions. */
const sitelinkKey = ({ description1, description2, text, url }: StoredSitelink): string =>
  JSON.stringify([text, url, description1 ?? "", description2 ?? ""])

/** A link as the platform takes it: with both descriptions or none. */
const platformSitelink = ({ description1, description2, text, url }: StoredSitelink) => ({
  text,
  url,
  ...(description1 && { description1, description2: description2 ?? "" })
})

/** Lists compared without their order, which the platform does not keep. */
const comparable = ({ callouts, sitelinks }: Lists) => ({
  sitelinks: sitelinks?.map(sitelinkKey).toSorted(),
  callouts: callouts?.toSorted()
})
const areSame = (one: Lists, other: Lists): boolean => isDeepStrictEqual(comparable(one), comparable(other))

/** The lists that a change names, of all lists. */
const sameLists = (all: Required<Lists>, { callouts, sitelinks }: Lists): Lists => ({
  ...(sitelinks && { sitelinks: all.sitelinks }),
  ...(callouts && { callouts: all.callouts })
})

const listText = (lines: ReadonlyArray<string>): string => (lines.length === 0 ? "none" : lines.join(", "))
const sitelinksText = ({ sitelinks = [] }: Lists): string =>
  listText(sitelinks.map(({ text, url }) => `${quoteValue(text)} to ${url}`))
const calloutsText = ({ callouts = [] }: Lists): string => listText(callouts.map(quoteValue))

const sentenceOf = ({ set, slug: of, was }: Pick<Trace, "slug" | "was" | "set">) => {
  if (set.callouts === undefined)
    return { subject: "Sitelinks", of, from: sitelinksText(was), to: sitelinksText(set) }
  if (set.sitelinks === undefined)
    return { subject: "Callouts", of, from: calloutsText(was), to: calloutsText(set) }
  const did = `Sitelinks from ${sitelinksText(was)} to ${sitelinksText(set)}; callouts from ${calloutsText(was)} to ${calloutsText(set)}`
  return { subject: "Sitelinks and callouts", of, did }
}

/** Returns what is wrong with the form of lists. A launch checks the same. */
const formProblem = ({ callouts, sitelinks }: Lists, website: string | null): FieldProblem | null => {
  const ofSitelinks = sitelinks === undefined ? null : sitelinksProblem(sitelinks, website)
  if (ofSitelinks !== null) return { path: "sitelinks", message: ofSitelinks }
  const ofCallouts = callouts === undefined ? null : calloutsProblem(callouts)
  return ofCallouts === null ? null : { path: "callouts", message: ofCallouts }
}

interface Proof {
  readonly organization: number
  readonly campaign: Campaign
  readonly website: string | null
  readonly landingPages: ReadonlyArray<string>
  readonly from: Lists
  readonly to: Lists
}

/** Returns the first line that a change adds and that its pages do not prove. */
const lineProblem = ({ campaign, from, landingPages, organization, to, website }: Proof) =>
  Effect.gen(function* () {
    const evidence = isPlatformFirst(campaign)
      ? yield* readEvidenceOfRunning(organization, campaign.id, website ?? "")
      : yield* readEvidence(organization, campaign.id)
    const known = new Set(from.sitelinks?.map(sitelinkKey))
    const said = firstProblem(to.sitelinks ?? [], (link, n) => {
      if (known.has(sitelinkKey(link))) return null
      const lines = (texts: ReadonlyArray<string | null | undefined>) => ({
        before: [],
        after: texts.flatMap((text) => text || [])
      })
      const problem =
        addedLineProblem(evidence, "sitelink", lines([link.text]), [link.url]) ??
        addedLineProblem(evidence, "sitelink description", lines([link.description1, link.description2]), [
          link.url
        ])
      return problem === null ? null : `Sitelink ${n + 1} ${problem}.`
    })
    if (said !== null) return { path: "sitelinks", message: said }
    const lines = { before: from.callouts ?? [], after: to.callouts ?? [] }
    const problem = addedLineProblem(evidence, "callout", lines, landingPages)
    return problem === null ? null : { path: "callouts", message: `The campaign ${problem}.` }
  })

const storeLists = (organization: number, campaign: number, { callouts, sitelinks }: Lists) =>
  runSql`update campaigns set callouts = coalesce(${callouts ?? null}, callouts),
      sitelinks = coalesce(${sitelinks === undefined ? null : JSON.stringify(sitelinksColumn.write({ list: sitelinks }))}::jsonb, sitelinks),
      updated_at = now()
    where organization_id = ${organization} and id = ${campaign}`

interface Remote {
  readonly campaign: Ref
  readonly assets: ReadonlyArray<PlatformAsset>
}

const listsOf = (assets: ReadonlyArray<PlatformAsset>): Required<Lists> => ({
  sitelinks: assets.flatMap((asset) => ("sitelink" in asset ? [asset.sitelink] : [])),
  callouts: assets.flatMap((asset) => ("callout" in asset ? [asset.callout] : []))
})

const rules = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const sql = yield* SqlClient.SqlClient

  return {
    plan: (context: PlanContext, { campaign: id, restores, to: requested }: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = context.clearance.organization.id
        const campaign = yield* campaignById(context, id)
        const stored = yield* readDraftContent(organization, id)
        const to: Lists = {
          ...(requested.sitelinks &&
            !areSame(sameLists(stored, { sitelinks: [] }), { sitelinks: requested.sitelinks }) && {
              sitelinks: requested.sitelinks
            }),
          ...(requested.callouts &&
            !areSame(sameLists(stored, { callouts: [] }), { callouts: requested.callouts }) && {
              callouts: requested.callouts
            })
        }
        const from = sameLists(stored, to)
        const ads = yield* readAdPartsOf(organization, id)
        const landingPages = [...new Set(ads.map(({ url }) => url))]
        const website = campaign.website_url ?? landingPages[0] ?? null
        const message = !stored.written
          ? notWritten
          : !isPlatformFirst(campaign) && spendsOrHasSpent(campaign)
            ? notInPlatformYet
            : null
        const problem =
          message !== null
            ? { path: "slug", message }
            : restores === true
              ? null
              : (formProblem(to, website) ??
                (yield* lineProblem({ organization, campaign, website, landingPages, from, to })))
        const plan: AssetsPlan = {
          campaign,
          from,
          to,
          sentence: sentenceOf({ slug: campaign.slug, was: from, set: to }),
          hashedContent: { from, to },
          affectedKeys: Object.keys(to).map((list) => `campaign/${id}/${list}`),
          moves: [],
          stopsSpend: false,
          refusal:
            channelProblem(campaign) ??
            (problem === null
              ? isPlatformFirst(campaign)
                ? yield* linkProblem(accounts, organization, campaign, "slug")
                : null
              : new ValidationError({ fields: [problem] })),
          empty: Object.keys(to).length === 0
        }
        return plan
      }),
    warnings: (context: PlanContext, { campaign }: AssetsPlan) =>
      connectionWarnings(accounts, context, campaign),
    platformChanges: (_context: PlanContext, { campaign, from, to }: AssetsPlan) =>
      Effect.succeed(
        criterionChanges(campaign, (ref) => {
          const known = new Set(from.sitelinks?.map(sitelinkKey))
          return [
            ...(to.sitelinks ?? [])
              .filter((link) => !known.has(sitelinkKey(link)))
              .map(
                (link) =>
                  ({ do: "add_asset", campaign: ref, asset: { sitelink: platformSitelink(link) } }) as const
              ),
            ...(to.callouts ?? [])
              .filter((callout) => !from.callouts?.includes(callout))
              .map((callout) => ({ do: "add_asset", campaign: ref, asset: { callout } }) as const)
          ]
        })
      ),
    route: ({ campaign }: AssetsPlan): Route =>
      isPlatformFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },
    apply: ({ campaign, from, to }: AssetsPlan, { context }: { readonly context: PlanContext }) =>
      Effect.gen(function* () {
        if (!isPlatformFirst(campaign)) yield* storeLists(context.clearance.organization.id, campaign.id, to)
        const trace: Trace = { campaign: campaign.id, slug: campaign.slug, was: from, set: to }
        return trace
      }),
    platformFirst: {
      field: "slug",
      readRemote: (account, organization, { campaign: id }: Trace) =>
        Effect.gen(function* () {
          const campaign = yield* platformRefOf(organization, id)
          const remote: Remote = { campaign, assets: yield* account.platform.assets(account, campaign) }
          return remote
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql)),
      // What others linked there since the last sync is what an undo restores.
      excludeExisting: (_organization: number, trace: Trace, { assets }: Remote) => {
        const was = sameLists(listsOf(assets), trace.set)
        const updated = { ...trace, was }
        return Effect.succeed(
          areSame(was, trace.was) ? null : { trace: updated, sentence: sentenceOf(updated) }
        )
      },
      missing: ({ set: { callouts, sitelinks } }: Trace, { assets, campaign }: Remote) => {
        const there = listsOf(assets)
        const linked = new Set(there.sitelinks.map(sitelinkKey))
        const wanted = new Set(sitelinks?.map(sitelinkKey))
        const gone = assets.filter((asset) =>
          "sitelink" in asset
            ? sitelinks !== undefined && !wanted.has(sitelinkKey(asset.sitelink))
            : callouts !== undefined && !callouts.includes(asset.callout)
        )
        return [
          ...(sitelinks ?? [])
            .filter((link) => !linked.has(sitelinkKey(link)))
            .map(
              (link) => ({ do: "add_asset", campaign, asset: { sitelink: platformSitelink(link) } }) as const
            ),
          ...(callouts ?? [])
            .filter((callout) => !there.callouts.includes(callout))
            .map((callout) => ({ do: "add_asset", campaign, asset: { callout } }) as const),
          ...gone.map(({ ref }) => ({ do: "remove", ref }) as const)
        ]
      },
      complete: (organization: number, trace: Trace) =>
        Effect.as(storeLists(organization, trace.campaign, trace.set), trace),
      discard: () => Effect.void
    } satisfies PlatformFirst<Trace, Remote>,
    restorable: (context: PlanContext, trace: Trace) =>
      Effect.gen(function* () {
        const stored = yield* readDraftContent(context.clearance.organization.id, trace.campaign)
        const lost: Restorable<Trace> = {
          standing: null,
          lost: [{ what: renderSubject(sentenceOf(trace)), reason: changedSince }]
        }
        return areSame(sameLists(stored, trace.set), trace.set) ? { standing: trace, lost: [] } : lost
      }),
    describe: (_context: PlanContext, trace: Trace) => Effect.succeed(renderSubject(sentenceOf(trace))),
    reverse: ({ campaign, was }: Trace) => ({ ...kind, input: { campaign, to: was, restores: true } })
  }
})

/** Replaces the sitelinks or callouts of a campaign, in the platform first if it runs there. */
export const assetsEdit = defineEditWith({ ...kind, input: Input, trace: Trace }, rules)

/** What earlier versions stored: one list of a draft. */
const listTrace = <A, I>(list: keyof Lists, value: Schema.Schema<A, I>) =>
  Schema.transform(
    Schema.Struct({ campaign: Schema.Int, was: value, set: value }),
    Schema.typeSchema(Trace),
    {
      strict: true,
      decode: ({ campaign, set, was }) => ({
        campaign,
        slug: "",
        was: { [list]: was },
        set: { [list]: set }
      }),
      encode: ({ campaign, set, was }) => ({ campaign, was: was[list] as A, set: set[list] as A })
    }
  )

/** Undo what earlier versions changed. */
export const oldAssetEdits = [
  defineEditWith(
    {
      kind: "draft.sitelinks",
      version: 1,
      input: Input,
      trace: listTrace("sitelinks", Schema.Array(Sitelink))
    },
    rules
  ),
  defineEditWith(
    {
      kind: "draft.callouts",
      version: 1,
      input: Input,
      trace: listTrace("callouts", Schema.Array(Schema.String))
    },
    rules
  )
] as const
