import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { defineEdit, type PlanContext, type Planned, type Restorable } from "../../changes/edit.ts"
import { pluralize, quoteList, renderSubject } from "../../changes/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { type Campaign, campaignById, isPlatformFirst } from "../campaign.ts"
import { connectionWarnings, linkProblem } from "../connection.ts"
import { criterionChanges, platformRefOf } from "../criterion-rows.ts"
import { affectedKeywordKey, readKeywordRows, type StoredKeyword, setKeywordStates } from "../keyword-rows.ts"

const State = Schema.Literal("enabled", "paused")
const Input = Schema.Struct({ campaign: Schema.Int, ids: Schema.Array(Schema.Int), to: State })
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  ids: Schema.Array(Schema.Int),
  set: State
})
type Trace = typeof Trace.Type

export interface KeywordStatePlan extends Planned {
  readonly campaign: Campaign
  readonly rows: ReadonlyArray<StoredKeyword>
  readonly to: typeof State.Type
}

interface RemoteKeywordStates {
  readonly rows: ReadonlyArray<StoredKeyword>
  readonly states: ReadonlyMap<string, typeof State.Type>
}

const subject = "Keywords"
const editId = { kind: "keywords.state", version: 1 } as const

const sentenceOf = (slug: string, to: typeof State.Type, rows: ReadonlyArray<StoredKeyword>) => {
  const what = `${pluralize(rows.length, "keyword")} ${to}`
  return {
    subject,
    of: slug,
    did: rows.length === 0 ? what : `${what}: ${quoteList(rows.map(({ text }) => text))}`
  }
}

/** Keywords with a different state in the platform. Keywords that are gone there cannot be set. */
const differing = ({ rows, states }: RemoteKeywordStates, { set }: Trace) =>
  rows.flatMap(({ ref }) => {
    const state = ref === null ? undefined : states.get(ref)
    return ref !== null && state !== undefined && state !== set ? [ref] : []
  })

/** Pauses or enables keywords; platform-first if the platform has them. */
export const makeKeywordState = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const sql = yield* SqlClient.SqlClient
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  return defineEdit({
    ...editId,
    input: Input,
    trace: Trace,

    plan: (context: PlanContext, { campaign: id, ids, to }: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = context.clearance.organization.id
        const campaign = yield* campaignById(context, id)
        const all = yield* readKeywordRows(organization, ids)
        const rows = all.filter(({ removed, state }) => !removed && state !== to)
        const plan: KeywordStatePlan = {
          campaign,
          rows,
          to,
          sentence: sentenceOf(campaign.slug, to, rows),
          hashedContent: { set: to, keywords: rows.map((row) => row.id) },
          affectedKeys: rows.map((row) => affectedKeywordKey(id, row)),
          moves: [],
          stopsSpend: to === "paused",
          refusal:
            rows.length > 0 && isPlatformFirst(campaign)
              ? yield* linkProblem(accounts, organization, campaign, "keywords")
              : null,
          empty: rows.length === 0
        }
        return plan
      }),
    warnings: (context: PlanContext, { campaign }: KeywordStatePlan) =>
      connectionWarnings(accounts, context, campaign),
    platformChanges: (_context: PlanContext, { campaign, rows, to }: KeywordStatePlan) =>
      Effect.succeed(
        criterionChanges(campaign, () =>
          rows.flatMap(({ ref }) =>
            ref === null ? [] : [{ do: "set_keyword_state" as const, keyword: ref, state: to }]
          )
        )
      ),
    route: ({ campaign }: KeywordStatePlan) =>
      isPlatformFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },

    apply: ({ campaign, rows, to }: KeywordStatePlan, { context }) =>
      Effect.gen(function* () {
        const ids = rows.map(({ id }) => id)
        if (!isPlatformFirst(campaign)) yield* setKeywordStates(context.clearance.organization.id, ids, to)
        const trace: Trace = { campaign: campaign.id, slug: campaign.slug, ids, set: to }
        return trace
      }),

    platformFirst: {
      field: "keywords",
      readRemote: (account, organization, { campaign, ids }: Trace) =>
        Effect.gen(function* () {
          const ref = yield* withSql(platformRefOf(organization, campaign))
          const remote: RemoteKeywordStates = {
            rows: yield* withSql(readKeywordRows(organization, ids)),
            states: new Map(
              (yield* account.platform.keywords(account, { campaign: ref })).map((one) => [
                one.ref,
                one.state
              ])
            )
          }
          return remote
        }),
      // Someone else set these in the platform, so they are not part of this action.
      excludeExisting: (organization, trace: Trace, remote: RemoteKeywordStates) =>
        Effect.gen(function* () {
          const isOurs = ({ ref }: StoredKeyword) => ref === null || remote.states.get(ref) !== trace.set
          const [ours, alreadySet] = [remote.rows.filter(isOurs), remote.rows.filter((row) => !isOurs(row))]
          if (alreadySet.length === 0) return null
          yield* setKeywordStates(
            organization,
            alreadySet.map(({ id }) => id),
            trace.set
          )
          return {
            trace: { ...trace, ids: ours.map(({ id }) => id) },
            sentence: sentenceOf(trace.slug, trace.set, ours)
          }
        }),
      missing: (trace: Trace, remote: RemoteKeywordStates) =>
        differing(remote, trace).map((keyword) => ({ do: "set_keyword_state", keyword, state: trace.set })),
      complete: (organization, trace: Trace) =>
        Effect.as(setKeywordStates(organization, trace.ids, trace.set), trace),
      discard: () => Effect.void
    },

    describe: (_context: PlanContext, { slug }: Trace) =>
      Effect.succeed(renderSubject({ subject, of: slug })),
    restorable: (context: PlanContext, trace: Trace) =>
      Effect.map(readKeywordRows(context.clearance.organization.id, trace.ids), (rows): Restorable<Trace> => {
        const standing = rows.filter(({ removed, state }) => !removed && state === trace.set)
        const lost = rows
          .filter((row) => !standing.includes(row))
          .map(({ removed, state, text }) => ({
            what: `Keyword ${JSON.stringify(text)} of ${trace.slug}`,
            reason: removed
              ? "It was removed since."
              : `It is ${state} now and not ${trace.set}, as this action had left it: it was changed outside the service.`
          }))
        return {
          standing: standing.length === 0 ? null : { ...trace, ids: standing.map(({ id }) => id) },
          lost
        }
      }),
    reverse: ({ campaign, ids, set }: Trace) => ({
      ...editId,
      input: { campaign, ids, to: set === "paused" ? "enabled" : "paused" }
    })
  })
})
