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
import { type FieldProblem, NotFound, ValidationError } from "../../contract/index.ts"
import { quoteValue, renderSubject } from "../../log/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import type { PlatformAd, Ref } from "../../platform/model.ts"
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
import { descriptionsProblem, headlinesProblem, pathProblem } from "../launch/checks.ts"
import { addedLineProblem } from "../launch/evidence.ts"
import { addressProblem } from "../launch/lines.ts"
import { readEvidence, readEvidenceOfRunning } from "../launch/read-evidence.ts"
import { type AdParts, readAdParts, type StoredAdParts } from "../rows/draft-content.ts"
import { changedSince, isDeepStrictEqual, notWritten, restoresField } from "./content-parts.ts"

const exact = { exact: true } as const
const Lines = Schema.Array(Schema.String)
/** The parts of an ad that a change names. */
const Parts = Schema.Struct({
  headlines: Schema.optionalWith(Lines, exact),
  descriptions: Schema.optionalWith(Lines, exact),
  paths: Schema.optionalWith(Lines, exact),
  url: Schema.optionalWith(Schema.String, exact)
})
type Parts = typeof Parts.Type
type Part = keyof AdParts

const Input = Schema.Struct({
  ad: Schema.Int,
  to: Parts,
  restores: restoresField
})
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  ad: Schema.Int,
  name: Schema.String,
  was: Parts,
  set: Parts
})
type Trace = typeof Trace.Type

interface AdContentPlan extends Planned {
  readonly campaign: Campaign
  readonly ad: StoredAdParts
  readonly from: Parts
  readonly to: Parts
}

const kind = { kind: "ad.content", version: 1 } as const
const labels: Readonly<Record<Part, string>> = {
  headlines: "headlines",
  descriptions: "descriptions",
  paths: "display paths",
  url: "landing page"
}
const partsIn = (parts: Parts) =>
  (Object.keys(labels) as ReadonlyArray<Part>).filter((part) => parts[part] !== undefined)

/** The parts of an ad that a change names, as the ad has them. */
const sameParts = (ad: AdParts, { descriptions, headlines, paths, url }: Parts): Parts => ({
  ...(headlines && { headlines: ad.headlines }),
  ...(descriptions && { descriptions: ad.descriptions }),
  ...(paths && { paths: ad.paths }),
  ...(url !== undefined && { url: ad.url })
})

const valueText = (value: Parts[Part]): string => {
  const lines = typeof value === "string" ? [value] : (value ?? [])
  return lines.length === 0 ? "none" : lines.map(quoteValue).join(", ")
}
const sentenceOf = ({ name, set, slug, was }: Pick<Trace, "name" | "slug" | "was" | "set">) => {
  const parts = partsIn(set)
  const [only = "headlines"] = parts
  // Earlier versions did not store the name.
  const ad = name === "" ? "an ad" : `the ad ${quoteValue(name)}`
  return parts.length === 1
    ? {
        subject: `${labels[only][0]!.toUpperCase()}${labels[only].slice(1)} of ${ad}`,
        of: slug,
        from: valueText(was[only]),
        to: valueText(set[only])
      }
    : {
        subject: `Texts of ${ad}`,
        of: slug,
        did: `Texts of ${ad}: ${parts.map((part) => `${labels[part]} from ${valueText(was[part])} to ${valueText(set[part])}`).join("; ")}`
      }
}

/** Returns what is wrong with the form of parts. A launch checks the same. */
const formProblem = (to: Parts, website: string): FieldProblem | null => {
  const problems: Readonly<Record<Part, string | null>> = {
    headlines: to.headlines === undefined ? null : headlinesProblem(to.headlines),
    descriptions: to.descriptions === undefined ? null : descriptionsProblem(to.descriptions),
    paths: to.paths === undefined ? null : pathProblem(to.paths),
    url: to.url === undefined ? null : addressProblem(to.url, website, "landing page")
  }
  const path = partsIn(to).find((part) => problems[part] !== null)
  return path === undefined ? null : { path, message: problems[path]! }
}

/**
 * Returns the first line that its page does not prove. On a running campaign a new landing page must prove the lines that
 * stay too; on a draft the launch sees to that.
 */
const lineProblem = (
  organization: number,
  { campaign, from, to, ad }: Pick<AdContentPlan, "campaign" | "ad" | "from" | "to">
) =>
  Effect.gen(function* () {
    const running = isPlatformFirst(campaign)
    const website = campaign.website_url ?? ad.url
    const evidence = running
      ? yield* readEvidenceOfRunning(organization, campaign.id, website)
      : yield* readEvidence(organization, campaign.id)
    const isNewPage = running && to.url !== undefined
    for (const [part, path] of [
      ["headline", "headlines"],
      ["description", "descriptions"]
    ] as const) {
      const lines = {
        before: isNewPage ? [] : (from[path] ?? []),
        after: to[path] ?? (isNewPage ? ad[path] : [])
      }
      const message = addedLineProblem(evidence, part, lines, [to.url ?? ad.url])
      if (message !== null) return { path: to[path] === undefined ? "url" : path, message }
    }
    return null
  })

/** Returns why an ad cannot be changed now, as the end of a sentence, or null. */
const notEditable = (campaign: Campaign, { state, textRef }: StoredAdParts): string | null => {
  if (state === "generating") return notWritten
  const waits = isPlatformFirst(campaign) ? textRef === null : spendsOrHasSpent(campaign)
  return waits ? notInPlatformYet : null
}

const storeParts = (organization: number, ad: number, { descriptions, headlines, paths, url }: Parts) =>
  runSql`update ads set headlines = coalesce(${headlines ?? null}, headlines),
      descriptions = coalesce(${descriptions ?? null}, descriptions), paths = coalesce(${paths ?? null}, paths),
      url = coalesce(${url ?? null}, url), updated_at = now()
    where organization_id = ${organization} and id = ${ad}`

export const adNotFound = (ad: number) =>
  new NotFound({ what: `The ad ${ad}`, next: "Use an ad_id that {campaigns.list_ads} lists." })

/** The ad as the platform has it, by its name there; null if it is gone. */
interface Remote {
  readonly ref: Ref | null
  readonly ad: PlatformAd | null
}

const rules = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const sql = yield* SqlClient.SqlClient

  return {
    plan: (context: PlanContext, { ad: id, restores, to: requested }: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = context.clearance.organization.id
        const ad = yield* readAdParts(organization, id)
        if (ad === null) return yield* adNotFound(id)
        const campaign = yield* campaignById(context, ad.campaign)
        const to = Object.fromEntries(
          partsIn(requested).flatMap((part) =>
            isDeepStrictEqual(requested[part], ad[part]) ? [] : [[part, requested[part]]]
          )
        ) as Parts
        const from = sameParts(ad, to)
        const message = notEditable(campaign, ad)
        const problem =
          message !== null
            ? { path: "ad_id", message }
            : restores === true
              ? null
              : (formProblem(to, campaign.website_url ?? ad.url) ??
                (yield* lineProblem(organization, { campaign, ad, from, to })))
        const plan: AdContentPlan = {
          campaign,
          ad,
          from,
          to,
          sentence: sentenceOf({ name: ad.name, slug: campaign.slug, was: from, set: to }),
          hashedContent: { ad: id, from, to },
          affectedKeys: partsIn(to).map((part) => `campaign/${campaign.id}/ad/${id}/${part}`),
          moves: [],
          stopsSpend: false,
          refusal:
            channelProblem(campaign) ??
            (problem === null
              ? isPlatformFirst(campaign)
                ? yield* linkProblem(accounts, organization, campaign, "ad_id")
                : null
              : new ValidationError({ fields: [problem] })),
          empty: partsIn(to).length === 0
        }
        return plan
      }),
    warnings: (context: PlanContext, { campaign }: AdContentPlan) =>
      connectionWarnings(accounts, context, campaign),
    platformChanges: (_context: PlanContext, { ad: { textRef }, campaign, to }: AdContentPlan) =>
      Effect.succeed(
        criterionChanges(campaign, () =>
          textRef === null ? [] : [{ do: "set_ad_content", ad: textRef, ...to }]
        )
      ),
    route: ({ campaign }: AdContentPlan): Route =>
      isPlatformFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },
    apply: ({ ad, campaign, from, to }: AdContentPlan, { context }: { readonly context: PlanContext }) =>
      Effect.gen(function* () {
        if (!isPlatformFirst(campaign)) yield* storeParts(context.clearance.organization.id, ad.id, to)
        const trace: Trace = {
          campaign: campaign.id,
          slug: campaign.slug,
          ad: ad.id,
          name: ad.name,
          was: from,
          set: to
        }
        return trace
      }),
    platformFirst: {
      field: "ad_id",
      readRemote: (account, organization, { ad: id, campaign }: Trace) =>
        Effect.gen(function* () {
          const ref = (yield* readAdParts(organization, id))?.textRef ?? null
          const ads = yield* account.platform.ads(account, yield* platformRefOf(organization, campaign))
          const remote: Remote = { ref, ad: ads.find(({ adRef }) => adRef === ref) ?? null }
          return remote
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql)),
      // What others wrote there since the last sync is what an undo restores.
      excludeExisting: (_organization: number, trace: Trace, { ad }: Remote) => {
        const was = ad === null ? trace.was : sameParts(ad, trace.set)
        const updated = { ...trace, was }
        return Effect.succeed(
          isDeepStrictEqual(was, trace.was) ? null : { trace: updated, sentence: sentenceOf(updated) }
        )
      },
      // An ad that is gone is sent too: the platform says why it cannot be changed.
      missing: ({ set }: Trace, { ad, ref }: Remote) =>
        ref === null || (ad !== null && isDeepStrictEqual(sameParts(ad, set), set))
          ? []
          : [{ do: "set_ad_content", ad: ref, ...set }],
      complete: (organization: number, trace: Trace) =>
        Effect.as(storeParts(organization, trace.ad, trace.set), trace),
      discard: () => Effect.void
    } satisfies PlatformFirst<Trace, Remote>,
    restorable: (context: PlanContext, trace: Trace) =>
      Effect.gen(function* () {
        const ad = yield* readAdParts(context.clearance.organization.id, trace.ad)
        const lost = (reason: string): Restorable<Trace> => ({
          standing: null,
          lost: [{ what: renderSubject(sentenceOf(trace)), reason }]
        })
        if (ad === null) return lost("The ad was removed since.")
        return isDeepStrictEqual(sameParts(ad, trace.set), trace.set)
          ? { standing: trace, lost: [] }
          : lost(changedSince)
      }),
    describe: (_context: PlanContext, trace: Trace) => Effect.succeed(renderSubject(sentenceOf(trace))),
    reverse: ({ ad, was }: Trace) => ({ ...kind, input: { ad, to: was, restores: true } })
  }
})

/**
 * Changes the headlines, descriptions, display paths or landing page of an ad, in the platform first if its campaign runs
 * there. The platform reviews a changed ad again.
 */
export const adContentEdit = defineEditWith({ ...kind, input: Input, trace: Trace }, rules)

/** What earlier versions stored: one part of an ad of a draft, each as lines. */
const PartTrace = Schema.transform(
  Schema.Struct({
    campaign: Schema.Int,
    slug: Schema.String,
    ad: Schema.Int,
    part: Schema.Literal("headlines", "descriptions", "paths", "url"),
    was: Lines,
    set: Lines
  }),
  Schema.typeSchema(Trace),
  {
    strict: true,
    decode: ({ ad, campaign, part, set, slug, was }) => {
      const partOf = (lines: ReadonlyArray<string>): Parts => ({ [part]: part === "url" ? lines[0] : lines })
      return { campaign, slug, ad, name: "", was: partOf(was), set: partOf(set) }
    },
    encode: ({ ad, campaign, slug }) => ({ campaign, slug, ad, part: "headlines" as const, was: [], set: [] })
  }
)

/** Undoes what earlier versions changed. */
export const adPartEdit = defineEditWith(
  { kind: "ad.part", version: 1, input: Input, trace: PartTrace },
  rules
)
