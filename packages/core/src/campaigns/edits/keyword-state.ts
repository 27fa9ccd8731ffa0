import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { type At, edit, type Planned, type Restorable } from "../../changes/edit.ts"
import { counted, listed, subjectOf } from "../../changes/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"
import { type Campaign, campaignById, goesFirst } from "../campaign.ts"
import { connectionWarnings, linkProblem } from "../connection.ts"
import { keywordTouch, readKeywordRows, type StoredKeyword, setKeywordStates } from "../keyword-rows.ts"
import { platformNameOf, wordChanges } from "../word-rows.ts"

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

interface There {
  readonly rows: ReadonlyArray<StoredKeyword>
  readonly states: ReadonlyMap<string, typeof State.Type>
}

const subject = "Keywords"
const named = { kind: "keywords.state", version: 1 } as const

const sentenceOf = (slug: string, to: typeof State.Type, rows: ReadonlyArray<StoredKeyword>) => {
  const what = `${counted(rows.length, "keyword")} ${to}`
  return {
    subject,
    of: slug,
    did: rows.length === 0 ? what : `${what}: ${listed(rows.map(({ text }) => text))}`
  }
}

/** Those that the platform shows in another state: what is gone from there cannot be set any more. */
const differing = ({ rows, states }: There, { set }: Trace) =>
  rows.flatMap(({ ref }) => {
    const state = ref === null ? undefined : states.get(ref)
    return ref !== null && state !== undefined && state !== set ? [ref] : []
  })

/** Keywords paused, or enabled again. The platform first, where it has them. */
export const makeKeywordState = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform
  const sql = yield* SqlClient.SqlClient
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  return edit({
    ...named,
    input: Input,
    trace: Trace,

    plan: (at: At, { campaign: id, ids, to }: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = at.clearance.organization.id
        const campaign = yield* campaignById(at, id)
        const all = yield* readKeywordRows(organization, ids)
        const rows = all.filter(({ removed, state }) => !removed && state !== to)
        const plan: KeywordStatePlan = {
          campaign,
          rows,
          to,
          sentence: sentenceOf(campaign.slug, to, rows),
          essence: { set: to, keywords: rows.map((row) => row.id) },
          touches: rows.map((row) => keywordTouch(id, row)),
          moves: [],
          stopsSpend: to === "paused",
          refusal:
            rows.length > 0 && goesFirst(campaign)
              ? yield* linkProblem(accounts, organization, campaign, "keywords")
              : null,
          empty: rows.length === 0
        }
        return plan
      }),
    warnings: (at: At, { campaign }: KeywordStatePlan) => connectionWarnings(accounts, at, campaign),
    platformChanges: (_at: At, { campaign, rows, to }: KeywordStatePlan) =>
      Effect.succeed(
        wordChanges(campaign, () =>
          rows.flatMap(({ ref }) =>
            ref === null ? [] : [{ do: "set_keyword_state" as const, keyword: ref, state: to }]
          )
        )
      ),
    route: ({ campaign }: KeywordStatePlan) =>
      goesFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },

    apply: ({ campaign, rows, to }: KeywordStatePlan, { at }) =>
      Effect.gen(function* () {
        const ids = rows.map(({ id }) => id)
        if (!goesFirst(campaign)) yield* setKeywordStates(at.clearance.organization.id, ids, to)
        const trace: Trace = { campaign: campaign.id, slug: campaign.slug, ids, set: to }
        return trace
      }),

    first: {
      field: "keywords",
      look: (account, organization, { campaign, ids }: Trace) =>
        Effect.gen(function* () {
          const ref = yield* withSql(platformNameOf(organization, campaign))
          const there: There = {
            rows: yield* withSql(readKeywordRows(organization, ids)),
            states: new Map(
              (yield* platform.keywords(account, { campaign: ref })).map((one) => [one.ref, one.state])
            )
          }
          return there
        }),
      // Whoever set them there before did it, and not this action.
      leaveToOthers: (organization, trace: Trace, there: There) =>
        Effect.gen(function* () {
          const isOurs = ({ ref }: StoredKeyword) => ref === null || there.states.get(ref) !== trace.set
          const [ours, theirs] = [there.rows.filter(isOurs), there.rows.filter((row) => !isOurs(row))]
          if (theirs.length === 0) return null
          yield* setKeywordStates(
            organization,
            theirs.map(({ id }) => id),
            trace.set
          )
          return {
            trace: { ...trace, ids: ours.map(({ id }) => id) },
            sentence: sentenceOf(trace.slug, trace.set, ours)
          }
        }),
      missing: (trace: Trace, there: There) =>
        differing(there, trace).map((keyword) => ({ do: "set_keyword_state", keyword, state: trace.set })),
      done: (organization, trace: Trace) =>
        Effect.as(setKeywordStates(organization, trace.ids, trace.set), trace),
      dropped: () => Effect.void
    },

    describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
    restorable: (at: At, trace: Trace) =>
      Effect.map(readKeywordRows(at.clearance.organization.id, trace.ids), (rows): Restorable<Trace> => {
        const stands = rows.filter(({ removed, state }) => !removed && state === trace.set)
        const lost = rows
          .filter((row) => !stands.includes(row))
          .map(({ removed, state, text }) => ({
            what: `Keyword ${JSON.stringify(text)} of ${trace.slug}`,
            reason: removed
              ? "It was removed since."
              : `It is ${state} now and not ${trace.set}, as this action had left it: it was changed outside the service.`
          }))
        return { stands: stands.length === 0 ? null : { ...trace, ids: stands.map(({ id }) => id) }, lost }
      }),
    reverse: ({ campaign, ids, set }: Trace) => ({
      ...named,
      input: { campaign, ids, to: set === "paused" ? "enabled" : "paused" }
    })
  })
})
