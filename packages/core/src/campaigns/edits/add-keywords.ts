import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { defineEdit, type PlanContext, type Planned, type Restorable } from "../../changes/edit.ts"
import { pluralize, quoteList, renderSubject } from "../../changes/sentence.ts"
import { matchTypes } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import type { PlatformKeyword } from "../../platform/model/index.ts"
import { type Campaign, campaignById, isPlatformFirst } from "../campaign.ts"
import { connectionWarnings, linkProblem } from "../connection.ts"
import { criterionChanges, deletePending, platformRefOf } from "../criterion-rows.ts"
import {
  activateKeywords,
  affectedKeywordKey,
  keywordKey,
  type NewKeyword,
  readAdsOf,
  readKeywordRows,
  readKeywordsOn,
  type StoredKeyword,
  writeKeywordRows
} from "../keyword-rows.ts"
import { normaliseTerm } from "../negatives/terms.ts"

const Keyword = Schema.Struct({
  ad: Schema.Int,
  text: Schema.String,
  match: Schema.Literal(...matchTypes)
})
const Input = Schema.Struct({ campaign: Schema.Int, keywords: Schema.Array(Keyword) })
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, ids: Schema.Array(Schema.Int) })
type Trace = typeof Trace.Type

export interface AddKeywordsPlan extends Planned {
  readonly campaign: Campaign
  readonly fresh: ReadonlyArray<NewKeyword>
  /** The platform's resource names of the campaign's ads. */
  readonly adRefs: ReadonlyMap<number, string>
}

interface RemoteKeywords {
  readonly rows: ReadonlyArray<StoredKeyword>
  readonly refs: ReadonlyMap<string, string>
}

const subject = "Keywords"

const sentenceOf = (slug: string, keywords: ReadonlyArray<{ readonly text: string }>) => {
  const what = `${pluralize(keywords.length, "keyword")} added`
  return {
    subject,
    of: slug,
    did: keywords.length === 0 ? what : `${what}: ${quoteList(keywords.map(({ text }) => text))}`
  }
}

const refsOf = (keywords: ReadonlyArray<PlatformKeyword>) =>
  new Map(keywords.map((one) => [keywordKey(one.ad, one), one.ref]))
const refIn = ({ refs }: RemoteKeywords, row: StoredKeyword) =>
  row.adRef === null ? undefined : refs.get(keywordKey(row.adRef, row))
/** Keywords of an ad that is not in the platform yet wait for that ad. */
const absentFrom = (remote: RemoteKeywords) =>
  remote.rows.flatMap((row) =>
    row.adRef !== null && refIn(remote, row) === undefined ? [{ ...row, adRef: row.adRef }] : []
  )

/**
 * Selects the new keywords: on an existing ad, and not a duplicate of one with the same text and match type.
 */
const selectNew = (
  requested: ReadonlyArray<NewKeyword>,
  ads: ReadonlySet<number>,
  existing: ReadonlyArray<StoredKeyword>
): ReadonlyArray<NewKeyword> => {
  const seen = new Set(existing.map((one) => keywordKey(one.ad, one)))
  return requested.flatMap(({ ad, match, text }) => {
    const one = { ad, match, text: normaliseTerm(text) }
    const key = keywordKey(ad, one)
    if (!ads.has(ad) || seen.has(key)) return []
    seen.add(key)
    return [one]
  })
}

/** Adds keywords to an ad; platform-first if the campaign runs there. */
export const makeAddKeywords = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const sql = yield* SqlClient.SqlClient
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  return defineEdit({
    kind: "keywords.add",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (context: PlanContext, { campaign: id, keywords }: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = context.clearance.organization.id
        const campaign = yield* campaignById(context, id)
        const localAds = yield* readAdsOf(organization, id)
        const ads = new Set(localAds.map((ad) => ad.id))
        const fresh = selectNew(keywords, ads, yield* readKeywordsOn(organization, [...ads]))
        const plan: AddKeywordsPlan = {
          campaign,
          fresh,
          adRefs: new Map(localAds.flatMap(({ id, ref }) => (ref === null ? [] : [[id, ref]]))),
          sentence: sentenceOf(campaign.slug, fresh),
          hashedContent: { add: fresh },
          affectedKeys: fresh.map((one) => affectedKeywordKey(id, one)),
          moves: [],
          stopsSpend: false,
          refusal:
            fresh.length > 0 && isPlatformFirst(campaign)
              ? yield* linkProblem(accounts, organization, campaign, "keywords")
              : null,
          empty: fresh.length === 0
        }
        return plan
      }),
    warnings: (context: PlanContext, { campaign }: AddKeywordsPlan) =>
      connectionWarnings(accounts, context, campaign),
    platformChanges: (_context: PlanContext, { adRefs, campaign, fresh }: AddKeywordsPlan) =>
      Effect.succeed(
        criterionChanges(campaign, () =>
          fresh.flatMap(({ ad, match, text }) => {
            const ref = adRefs.get(ad)
            return ref === undefined ? [] : [{ do: "add_keyword" as const, ad: ref, text, match }]
          })
        )
      ),
    route: ({ campaign }: AddKeywordsPlan) =>
      isPlatformFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },

    apply: ({ campaign, fresh }: AddKeywordsPlan, { context }) =>
      Effect.map(
        writeKeywordRows(context.clearance.organization.id, campaign.id, fresh, !isPlatformFirst(campaign)),
        (ids): Trace => ({ campaign: campaign.id, slug: campaign.slug, ids })
      ),

    platformFirst: {
      field: "keywords",
      readRemote: (account, organization, { campaign, ids }: Trace) =>
        Effect.gen(function* () {
          const ref = yield* withSql(platformRefOf(organization, campaign))
          const remote: RemoteKeywords = {
            rows: yield* withSql(readKeywordRows(organization, ids)),
            refs: refsOf(yield* account.platform.keywords(account, { campaign: ref }))
          }
          return remote
        }),
      // Keywords that someone else added in the platform are not part of this action. The next sync imports
      // them, and an undo leaves them.
      excludeExisting: (organization, trace: Trace, remote: RemoteKeywords) =>
        Effect.gen(function* () {
          const existing = remote.rows.filter((row) => refIn(remote, row) !== undefined)
          if (existing.length === 0) return null
          yield* deletePending(
            "keywords",
            organization,
            existing.map(({ id }) => id)
          )
          const ours = remote.rows.filter((row) => !existing.includes(row))
          return {
            trace: { ...trace, ids: ours.map(({ id }) => id) },
            sentence: sentenceOf(trace.slug, ours)
          }
        }),
      missing: (_trace: Trace, remote: RemoteKeywords) =>
        absentFrom(remote).map(({ adRef, match, text }) => ({ do: "add_keyword", ad: adRef, text, match })),
      complete: (organization, trace: Trace, remote: RemoteKeywords, refs) => {
        const made = new Map(absentFrom(remote).map(({ id }, index) => [id, refs[index]!]))
        const ours = remote.rows.map((row) => ({
          id: row.id,
          ref: made.get(row.id) ?? refIn(remote, row) ?? null
        }))
        return Effect.as(activateKeywords(organization, ours), trace)
      },
      discard: (organization, { ids }: Trace) => Effect.asVoid(deletePending("keywords", organization, ids))
    },

    describe: (_context: PlanContext, { slug }: Trace) =>
      Effect.succeed(renderSubject({ subject, of: slug })),
    restorable: (context: PlanContext, trace: Trace) =>
      Effect.map(readKeywordRows(context.clearance.organization.id, trace.ids), (rows): Restorable<Trace> => {
        const remaining = rows.filter(({ removed }) => !removed)
        const lost = rows
          .filter(({ removed }) => removed)
          .map(({ text }) => ({
            what: `Keyword ${JSON.stringify(text)} of ${trace.slug}`,
            reason: "It was removed before."
          }))
        return {
          standing: remaining.length === 0 ? null : { ...trace, ids: remaining.map(({ id }) => id) },
          lost
        }
      }),
    reverse: ({ campaign, ids }: Trace) => ({
      kind: "keywords.remove",
      version: 1,
      input: { campaign, ids }
    })
  })
})
