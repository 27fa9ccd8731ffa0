import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { defineEdit, type PlanContext, type Planned } from "../../changes/edit.ts"
import { pluralize, quoteList, renderSubject } from "../../changes/sentence.ts"
import { matchTypes, ValidationError } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import type { PlatformNegative } from "../../platform/model/index.ts"
import { type Campaign, campaignById, isPlatformFirst } from "../campaign.ts"
import { errorWarnings, linkProblem } from "../connection.ts"
import { criterionChanges, deletePending, platformRefOf } from "../criterion-rows.ts"
import { blockedKeywords, type Exclusion } from "../negatives/blocks.ts"
import { readEnabledKeywords, readExclusions, readSearchedTerms } from "../negatives/facts.ts"
import {
  activateNegatives,
  exclusionKey,
  markAsImported,
  readNegatives,
  type StoredNegative,
  writeNegatives
} from "../negatives/rows.ts"
import { standingNegatives } from "../negatives/standing.ts"
import { selectNewTerms, termKey } from "../negatives/terms.ts"
import { termProblems } from "../negatives/validity.ts"
import { type Traffic, wouldLose } from "../negatives/would-lose.ts"

const Match = Schema.Literal(...matchTypes)
const Input = Schema.Struct({ campaign: Schema.Int, match: Match, terms: Schema.Array(Schema.String) })
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  match: Match,
  ids: Schema.Array(Schema.Int),
  /** Terms of the call that already existed, here or in the platform. */
  alreadyThere: Schema.Array(Schema.String)
})
type Trace = typeof Trace.Type

export interface AddNegativesPlan extends Planned {
  readonly campaign: Campaign
  readonly match: Exclusion["match"]
  readonly fresh: ReadonlyArray<Exclusion>
  readonly alreadyThere: ReadonlyArray<string>
  readonly lost: Traffic
  readonly blocked: ReadonlyArray<string>
}

const subject = "Negative keywords"

const sentenceOf = (slug: string, match: string, texts: ReadonlyArray<string>) => {
  const what = `${pluralize(texts.length, "negative keyword")} added`
  return { subject, of: slug, did: texts.length === 0 ? what : `${what} (${match}): ${quoteList(texts)}` }
}

export const affectedNegativeKey = (campaign: number, { match, text }: Exclusion): string =>
  `campaign/${campaign}/negative/${match}/${termKey(text)}`

interface RemoteNegatives {
  readonly ref: string
  readonly rows: ReadonlyArray<StoredNegative>
  readonly refs: ReadonlyMap<string, string>
}

const refsOf = (negatives: ReadonlyArray<PlatformNegative>) =>
  new Map(negatives.map((one) => [exclusionKey(one), one.ref]))
const matchedRows = ({ refs }: RemoteNegatives, rows: ReadonlyArray<StoredNegative>) =>
  rows.flatMap((row) => {
    const ref = refs.get(exclusionKey(row))
    return ref === undefined ? [] : [{ id: row.id, ref, text: row.text }]
  })
const rowsOf = ({ rows }: RemoteNegatives, { ids }: Trace) => rows.filter(({ id }) => ids.includes(id))
const absentFrom = (remote: RemoteNegatives, trace: Trace) =>
  rowsOf(remote, trace).filter((row) => !remote.refs.has(exclusionKey(row)))

/** Adds negative keywords to a campaign. */
export const makeAddNegatives = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const sql = yield* SqlClient.SqlClient
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  return defineEdit({
    kind: "negatives.add",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (context: PlanContext, { campaign: id, match, terms }: typeof Input.Type) =>
      Effect.gen(function* () {
        const problems = termProblems(terms)
        if (problems.length > 0) return yield* new ValidationError({ fields: problems })
        const organization = context.clearance.organization.id
        const campaign = yield* campaignById(context, id)
        const [present, searched, enabled] = yield* Effect.all(
          [
            readExclusions(organization, id),
            readSearchedTerms(organization, id),
            readEnabledKeywords(organization, id)
          ],
          { concurrency: "unbounded" }
        )
        const ofThisMatch = present.filter((one) => one.match === match).map(({ text }) => text)
        const { alreadyThere, fresh: texts } = selectNewTerms(terms, ofThisMatch)
        const fresh = texts.map((text) => ({ text, match }))
        const plan: AddNegativesPlan = {
          campaign,
          match,
          fresh,
          alreadyThere,
          lost: wouldLose(fresh, present, searched),
          blocked: blockedKeywords(fresh, enabled),
          sentence: sentenceOf(campaign.slug, match, texts),
          hashedContent: { match, add: texts },
          affectedKeys: fresh.map((one) => affectedNegativeKey(id, one)),
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
    // The edit is platform-first, so a broken connection is a refusal here, not a warning.
    warnings: (_context: PlanContext, { blocked, campaign, lost }: AddNegativesPlan) =>
      Effect.succeed(
        [
          ...errorWarnings(campaign),
          lost.conversions >= 0.1
            ? `${Math.round(lost.conversions * 100)} percent of the last 30 days' conversions came from searches that would be excluded.`
            : null,
          blocked.length > 0 ? `Enabled keywords would be blocked: ${quoteList(blocked)}.` : null
        ].filter((warning) => warning !== null)
      ),
    platformChanges: (_context: PlanContext, { campaign, fresh }: AddNegativesPlan) =>
      Effect.succeed(
        criterionChanges(campaign, (ref) =>
          fresh.map(({ match, text }) => ({ do: "add_negative", parent: { campaign: ref }, text, match }))
        )
      ),
    route: ({ campaign }: AddNegativesPlan) =>
      isPlatformFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },

    apply: ({ alreadyThere, campaign, fresh, match }: AddNegativesPlan, { action, context }) =>
      Effect.map(
        writeNegatives(
          context.clearance.organization.id,
          campaign.id,
          action,
          fresh,
          !isPlatformFirst(campaign)
        ),
        (ids): Trace => ({ campaign: campaign.id, slug: campaign.slug, match, ids, alreadyThere })
      ),

    platformFirst: {
      field: "keywords",
      readRemote: (account, organization, { campaign, ids }: Trace) =>
        Effect.gen(function* () {
          const ref = yield* withSql(platformRefOf(organization, campaign))
          const rows = yield* withSql(readNegatives(organization, ids))
          const remote: RemoteNegatives = {
            ref,
            rows,
            refs: refsOf(yield* account.platform.negatives(account, { campaign: ref }))
          }
          return remote
        }),
      excludeExisting: (organization, trace: Trace, remote: RemoteNegatives) =>
        Effect.gen(function* () {
          const rows = rowsOf(remote, trace)
          const existing = matchedRows(remote, rows)
          if (existing.length === 0) return null
          yield* markAsImported(organization, trace.campaign, existing)
          const ours = rows.filter((row) => !remote.refs.has(exclusionKey(row)))
          return {
            trace: {
              ...trace,
              ids: ours.map(({ id }) => id),
              alreadyThere: [...trace.alreadyThere, ...existing.map(({ text }) => text)]
            },
            sentence: sentenceOf(
              trace.slug,
              trace.match,
              ours.map(({ text }) => text)
            )
          }
        }),
      missing: (trace: Trace, remote: RemoteNegatives) =>
        absentFrom(remote, trace).map(({ match, text }) => ({
          do: "add_negative",
          parent: { campaign: remote.ref },
          text,
          match
        })),
      complete: (organization, trace: Trace, remote: RemoteNegatives, refs) =>
        Effect.as(
          activateNegatives(organization, trace.campaign, [
            ...matchedRows(remote, rowsOf(remote, trace)),
            ...absentFrom(remote, trace).map(({ id }, n) => ({ id, ref: refs[n]! }))
          ]),
          trace
        ),
      discard: (organization, { ids }: Trace) =>
        Effect.asVoid(deletePending("negative_keywords", organization, ids))
    },

    describe: (_context: PlanContext, { slug }: Trace) =>
      Effect.succeed(renderSubject({ subject, of: slug })),
    restorable: (context: PlanContext, trace: Trace) =>
      standingNegatives(context, trace, renderSubject({ subject, of: trace.slug })),
    reverse: ({ campaign, ids }: Trace) => ({
      kind: "negatives.remove",
      version: 1,
      input: { campaign, ids }
    })
  })
})
