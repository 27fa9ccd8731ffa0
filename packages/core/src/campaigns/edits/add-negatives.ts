import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { type At, edit, type Planned } from "../../changes/edit.ts"
import { counted, listed, subjectOf } from "../../changes/sentence.ts"
import { matchTypes, ValidationError } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"
import type { PlatformNegative } from "../../platform/model/index.ts"
import { type Campaign, campaignById, goesFirst } from "../campaign.ts"
import { errorWarnings, linkProblem } from "../connection.ts"
import { blockedKeywords, type Exclusion } from "../negatives/blocks.ts"
import { readEnabledKeywords, readExclusions, readSearchedTerms } from "../negatives/facts.ts"
import {
  exclusionKey,
  leaveToOthers,
  putInForce,
  readNegatives,
  type StoredNegative,
  writeNegatives
} from "../negatives/rows.ts"
import { sortOut, termKey } from "../negatives/sort-out.ts"
import { standingNegatives } from "../negatives/standing.ts"
import { termProblems } from "../negatives/validity.ts"
import { type Figures, wouldLose } from "../negatives/would-lose.ts"
import { discardIntended, platformNameOf, wordChanges } from "../word-rows.ts"

const Match = Schema.Literal(...matchTypes)
const Input = Schema.Struct({ campaign: Schema.Int, match: Match, terms: Schema.Array(Schema.String) })
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  match: Match,
  ids: Schema.Array(Schema.Int),
  /** Terms of the call that were there before, here or in the platform. */
  alreadyThere: Schema.Array(Schema.String)
})
type Trace = typeof Trace.Type

export interface AddNegativesPlan extends Planned {
  readonly campaign: Campaign
  readonly match: Exclusion["match"]
  readonly fresh: ReadonlyArray<Exclusion>
  readonly alreadyThere: ReadonlyArray<string>
  readonly lost: Figures
  readonly blocked: ReadonlyArray<string>
}

const subject = "Negative keywords"

const sentenceOf = (slug: string, match: string, texts: ReadonlyArray<string>) => {
  const what = `${counted(texts.length, "negative keyword")} added`
  return { subject, of: slug, did: texts.length === 0 ? what : `${what} (${match}): ${listed(texts)}` }
}

export const negativeTouches = (campaign: number, { match, text }: Exclusion): string =>
  `campaign/${campaign}/negative/${match}/${termKey(text)}`

interface There {
  readonly ref: string
  readonly rows: ReadonlyArray<StoredNegative>
  readonly refs: ReadonlyMap<string, string>
}

const refsOf = (there: ReadonlyArray<PlatformNegative>) =>
  new Map(there.map((one) => [exclusionKey(one), one.ref]))
const foundIn = ({ refs }: There, rows: ReadonlyArray<StoredNegative>) =>
  rows.flatMap((row) => {
    const ref = refs.get(exclusionKey(row))
    return ref === undefined ? [] : [{ id: row.id, ref, text: row.text }]
  })
const rowsOf = ({ rows }: There, { ids }: Trace) => rows.filter(({ id }) => ids.includes(id))
const absentFrom = (there: There, trace: Trace) =>
  rowsOf(there, trace).filter((row) => !there.refs.has(exclusionKey(row)))

/** Search terms that a campaign shall not show for. */
export const makeAddNegatives = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform
  const sql = yield* SqlClient.SqlClient
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  return edit({
    kind: "negatives.add",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (at: At, { campaign: id, match, terms }: typeof Input.Type) =>
      Effect.gen(function* () {
        const problems = termProblems(terms)
        if (problems.length > 0) return yield* new ValidationError({ fields: problems })
        const organization = at.clearance.organization.id
        const campaign = yield* campaignById(at, id)
        const [present, searched, enabled] = yield* Effect.all(
          [
            readExclusions(organization, id),
            readSearchedTerms(organization, id),
            readEnabledKeywords(organization, id)
          ],
          { concurrency: "unbounded" }
        )
        const ofThisMatch = present.filter((one) => one.match === match).map(({ text }) => text)
        const { alreadyThere, fresh: texts } = sortOut(terms, ofThisMatch)
        const fresh = texts.map((text) => ({ text, match }))
        const plan: AddNegativesPlan = {
          campaign,
          match,
          fresh,
          alreadyThere,
          lost: wouldLose(fresh, present, searched),
          blocked: blockedKeywords(fresh, enabled),
          sentence: sentenceOf(campaign.slug, match, texts),
          essence: { match, add: texts },
          touches: fresh.map((one) => negativeTouches(id, one)),
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
    // A connection that does not work is a refusal here, since the platform goes first.
    warnings: (_at: At, { blocked, campaign, lost }: AddNegativesPlan) =>
      Effect.succeed(
        [
          ...errorWarnings(campaign),
          lost.conversions >= 0.1
            ? `${Math.round(lost.conversions * 100)} percent of the last 30 days' conversions came from searches that would be excluded.`
            : null,
          blocked.length > 0 ? `Enabled keywords would be blocked: ${listed(blocked)}.` : null
        ].filter((warning) => warning !== null)
      ),
    platformChanges: (_at: At, { campaign, fresh }: AddNegativesPlan) =>
      Effect.succeed(
        wordChanges(campaign, (ref) =>
          fresh.map(({ match, text }) => ({ do: "add_negative", place: { campaign: ref }, text, match }))
        )
      ),
    route: ({ campaign }: AddNegativesPlan) =>
      goesFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },

    apply: ({ alreadyThere, campaign, fresh, match }: AddNegativesPlan, { action, at }) =>
      Effect.map(
        writeNegatives(at.clearance.organization.id, campaign.id, action, fresh, !goesFirst(campaign)),
        (ids): Trace => ({ campaign: campaign.id, slug: campaign.slug, match, ids, alreadyThere })
      ),

    first: {
      field: "keywords",
      look: (account, organization, { campaign, ids }: Trace) =>
        Effect.gen(function* () {
          const ref = yield* withSql(platformNameOf(organization, campaign))
          const rows = yield* withSql(readNegatives(organization, ids))
          const there: There = {
            ref,
            rows,
            refs: refsOf(yield* platform.negatives(account, { campaign: ref }))
          }
          return there
        }),
      leaveToOthers: (organization, trace: Trace, there: There) =>
        Effect.gen(function* () {
          const rows = rowsOf(there, trace)
          const found = foundIn(there, rows)
          if (found.length === 0) return null
          yield* leaveToOthers(organization, trace.campaign, found)
          const ours = rows.filter((row) => !there.refs.has(exclusionKey(row)))
          return {
            trace: {
              ...trace,
              ids: ours.map(({ id }) => id),
              alreadyThere: [...trace.alreadyThere, ...found.map(({ text }) => text)]
            },
            sentence: sentenceOf(
              trace.slug,
              trace.match,
              ours.map(({ text }) => text)
            )
          }
        }),
      missing: (trace: Trace, there: There) =>
        absentFrom(there, trace).map(({ match, text }) => ({
          do: "add_negative",
          place: { campaign: there.ref },
          text,
          match
        })),
      done: (organization, trace: Trace, there: There, refs) =>
        Effect.as(
          putInForce(organization, trace.campaign, [
            ...foundIn(there, rowsOf(there, trace)),
            ...absentFrom(there, trace).map(({ id }, n) => ({ id, ref: refs[n]! }))
          ]),
          trace
        ),
      dropped: (organization, { ids }: Trace) =>
        Effect.asVoid(discardIntended("negative_keywords", organization, ids))
    },

    describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
    restorable: (at: At, trace: Trace) =>
      standingNegatives(at, trace, subjectOf({ subject, of: trace.slug })),
    reverse: ({ campaign, ids }: Trace) => ({
      kind: "negatives.remove",
      version: 1,
      input: { campaign, ids }
    })
  })
})
