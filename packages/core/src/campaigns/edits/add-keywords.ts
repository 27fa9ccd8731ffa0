import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { type At, edit, type Planned, type Restorable } from "../../changes/edit.ts"
import { counted, listed, subjectOf } from "../../changes/sentence.ts"
import { matchTypes } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"
import type { PlatformKeyword } from "../../platform/model/index.ts"
import { type Campaign, campaignById, goesFirst } from "../campaign.ts"
import { connectionWarnings, linkProblem } from "../connection.ts"
import {
  keywordKey,
  keywordTouch,
  type NewKeyword,
  putKeywordsInForce,
  readAdsOf,
  readKeywordRows,
  readKeywordsOn,
  type StoredKeyword,
  writeKeywordRows
} from "../keyword-rows.ts"
import { normaliseTerm } from "../negatives/sort-out.ts"
import { discardIntended, platformNameOf, wordChanges } from "../word-rows.ts"

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
  /** The platform's names of the campaign's ads. */
  readonly adRefs: ReadonlyMap<number, string>
}

interface There {
  readonly rows: ReadonlyArray<StoredKeyword>
  readonly refs: ReadonlyMap<string, string>
}

const subject = "Keywords"

const sentenceOf = (slug: string, keywords: ReadonlyArray<{ readonly text: string }>) => {
  const what = `${counted(keywords.length, "keyword")} added`
  return {
    subject,
    of: slug,
    did: keywords.length === 0 ? what : `${what}: ${listed(keywords.map(({ text }) => text))}`
  }
}

const refsOf = (there: ReadonlyArray<PlatformKeyword>) =>
  new Map(there.map((one) => [keywordKey(one.ad, one), one.ref]))
const refIn = ({ refs }: There, row: StoredKeyword) =>
  row.adRef === null ? undefined : refs.get(keywordKey(row.adRef, row))
/** Those of an ad that is not in the platform yet wait with it. */
const absentFrom = (there: There) =>
  there.rows.flatMap((row) =>
    row.adRef !== null && refIn(there, row) === undefined ? [{ ...row, adRef: row.adRef }] : []
  )

/** Which of them are new: on an ad that is there, and not beside one of the same words and match. */
const sortOut = (
  asked: ReadonlyArray<NewKeyword>,
  ads: ReadonlySet<number>,
  there: ReadonlyArray<StoredKeyword>
): ReadonlyArray<NewKeyword> => {
  const seen = new Set(there.map((one) => keywordKey(one.ad, one)))
  return asked.flatMap(({ ad, match, text }) => {
    const one = { ad, match, text: normaliseTerm(text) }
    const key = keywordKey(ad, one)
    if (!ads.has(ad) || seen.has(key)) return []
    seen.add(key)
    return [one]
  })
}

/** Keywords that an ad shall show for. The platform first, where the campaign runs there. */
export const makeAddKeywords = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform
  const sql = yield* SqlClient.SqlClient
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  return edit({
    kind: "keywords.add",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (at: At, { campaign: id, keywords }: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = at.clearance.organization.id
        const campaign = yield* campaignById(at, id)
        const adsThere = yield* readAdsOf(organization, id)
        const ads = new Set(adsThere.map((ad) => ad.id))
        const fresh = sortOut(keywords, ads, yield* readKeywordsOn(organization, [...ads]))
        const plan: AddKeywordsPlan = {
          campaign,
          fresh,
          adRefs: new Map(adsThere.flatMap(({ id, ref }) => (ref === null ? [] : [[id, ref]]))),
          sentence: sentenceOf(campaign.slug, fresh),
          essence: { add: fresh },
          touches: fresh.map((one) => keywordTouch(id, one)),
          moves: [],
          stopsSpend: false,
          refusal:
            fresh.length > 0 && goesFirst(campaign)
              ? yield* linkProblem(accounts, organization, campaign, "keywords")
              : null,
          empty: fresh.length === 0
        }
        return plan
      }),
    warnings: (at: At, { campaign }: AddKeywordsPlan) => connectionWarnings(accounts, at, campaign),
    platformChanges: (_at: At, { adRefs, campaign, fresh }: AddKeywordsPlan) =>
      Effect.succeed(
        wordChanges(campaign, () =>
          fresh.flatMap(({ ad, match, text }) => {
            const ref = adRefs.get(ad)
            return ref === undefined ? [] : [{ do: "add_keyword" as const, ad: ref, text, match }]
          })
        )
      ),
    route: ({ campaign }: AddKeywordsPlan) =>
      goesFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },

    apply: ({ campaign, fresh }: AddKeywordsPlan, { at }) =>
      Effect.map(
        writeKeywordRows(at.clearance.organization.id, campaign.id, fresh, !goesFirst(campaign)),
        (ids): Trace => ({ campaign: campaign.id, slug: campaign.slug, ids })
      ),

    first: {
      field: "keywords",
      look: (account, organization, { campaign, ids }: Trace) =>
        Effect.gen(function* () {
          const ref = yield* withSql(platformNameOf(organization, campaign))
          const there: There = {
            rows: yield* withSql(readKeywordRows(organization, ids)),
            refs: refsOf(yield* platform.keywords(account, { campaign: ref }))
          }
          return there
        }),
      // What somebody added there before stays theirs: the next sync brings it, and an undo leaves it alone.
      leaveToOthers: (organization, trace: Trace, there: There) =>
        Effect.gen(function* () {
          const theirs = there.rows.filter((row) => refIn(there, row) !== undefined)
          if (theirs.length === 0) return null
          yield* discardIntended(
            "keywords",
            organization,
            theirs.map(({ id }) => id)
          )
          const ours = there.rows.filter((row) => !theirs.includes(row))
          return {
            trace: { ...trace, ids: ours.map(({ id }) => id) },
            sentence: sentenceOf(trace.slug, ours)
          }
        }),
      missing: (_trace: Trace, there: There) =>
        absentFrom(there).map(({ adRef, match, text }) => ({ do: "add_keyword", ad: adRef, text, match })),
      done: (organization, trace: Trace, there: There, refs) => {
        const made = new Map(absentFrom(there).map(({ id }, place) => [id, refs[place]!]))
        const ours = there.rows.map((row) => ({
          id: row.id,
          ref: made.get(row.id) ?? refIn(there, row) ?? null
        }))
        return Effect.as(putKeywordsInForce(organization, ours), trace)
      },
      dropped: (organization, { ids }: Trace) => Effect.asVoid(discardIntended("keywords", organization, ids))
    },

    describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
    restorable: (at: At, trace: Trace) =>
      Effect.map(readKeywordRows(at.clearance.organization.id, trace.ids), (rows): Restorable<Trace> => {
        const there = rows.filter(({ removed }) => !removed)
        const lost = rows
          .filter(({ removed }) => removed)
          .map(({ text }) => ({
            what: `Keyword ${JSON.stringify(text)} of ${trace.slug}`,
            reason: "It was removed before."
          }))
        return { stands: there.length === 0 ? null : { ...trace, ids: there.map(({ id }) => id) }, lost }
      }),
    reverse: ({ campaign, ids }: Trace) => ({
      kind: "keywords.remove",
      version: 1,
      input: { campaign, ids }
    })
  })
})
