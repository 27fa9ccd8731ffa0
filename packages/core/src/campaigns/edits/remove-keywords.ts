import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { type At, edit, type Planned } from "../../changes/edit.ts"
import { listed, subjectOf } from "../../changes/sentence.ts"
import { matchTypes } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"
import { type Campaign, campaignById } from "../campaign.ts"
import { connectionWarnings } from "../connection.ts"
import { markKeywordsRemoved, readKeywordRows, type StoredKeyword } from "../keyword-rows.ts"
import { platformNameOf } from "../negatives/rows.ts"

const Input = Schema.Struct({ campaign: Schema.Int, ids: Schema.Array(Schema.Int) })
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  ids: Schema.Array(Schema.Int),
  /** Enough to add them again. */
  keywords: Schema.Array(
    Schema.Struct({ ad: Schema.Int, text: Schema.String, match: Schema.Literal(...matchTypes) })
  )
})
type Trace = typeof Trace.Type

interface RemoveKeywordsPlan extends Planned {
  readonly campaign: Campaign
  readonly rows: ReadonlyArray<StoredKeyword>
}

const subject = "Keywords"

const isInForce = ({ rows }: RemoveKeywordsPlan): boolean => rows.some(({ ref }) => ref !== null)

/** Exactly these go, and no other of the same words: the way back of keywords that were added. */
export const makeRemoveKeywords = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform
  const sql = yield* SqlClient.SqlClient
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  return edit({
    kind: "keywords.remove",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (at: At, { campaign: id, ids }: typeof Input.Type) =>
      Effect.gen(function* () {
        const campaign = yield* campaignById(at, id)
        const all = yield* readKeywordRows(at.clearance.organization.id, ids)
        const rows = all.filter(({ removed }) => !removed)
        const plan: RemoveKeywordsPlan = {
          campaign,
          rows,
          sentence: {
            subject,
            of: campaign.slug,
            did: `Removed from ${campaign.slug}: ${listed(rows.map(({ text }) => text))}`
          },
          essence: { remove: rows.map((row) => row.id) },
          touches: rows.map((row) => `campaign/${id}/keyword/${row.id}/state`),
          moves: [],
          stopsSpend: true,
          refusal: null,
          empty: rows.length === 0
        }
        return plan
      }),
    warnings: (at: At, plan: RemoveKeywordsPlan) =>
      connectionWarnings(accounts, at, plan.campaign, isInForce(plan)),
    route: (plan: RemoveKeywordsPlan) =>
      isInForce(plan) ? { to: "first", account: plan.campaign.ad_account_id ?? "" } : { to: "local" },

    apply: (plan: RemoveKeywordsPlan, { at }) =>
      Effect.gen(function* () {
        const { campaign, rows } = plan
        const ids = rows.map(({ id }) => id)
        if (!isInForce(plan)) yield* markKeywordsRemoved(at.clearance.organization.id, ids)
        const keywords = rows.map(({ ad, match, text }) => ({ ad, text, match }))
        const trace: Trace = { campaign: campaign.id, slug: campaign.slug, ids, keywords }
        return trace
      }),

    first: {
      field: "id",
      look: (account, organization, { campaign, ids }: Trace) =>
        Effect.gen(function* () {
          const ref = yield* withSql(platformNameOf(organization, campaign))
          const rows = yield* withSql(readKeywordRows(organization, ids))
          const shown = new Set((yield* platform.keywords(account, { campaign: ref })).map((one) => one.ref))
          return rows.flatMap(({ ref: name }) => (name !== null && shown.has(name) ? [name] : []))
        }),
      missing: (_trace: Trace, there: ReadonlyArray<string>) => there.map((ref) => ({ do: "remove", ref })),
      done: (organization, trace: Trace) => Effect.as(markKeywordsRemoved(organization, trace.ids), trace),
      dropped: () => Effect.void
    },

    describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
    restorable: (_at: At, trace: Trace) => Effect.succeed({ stands: trace, lost: [] }),
    reverse: ({ campaign, keywords }: Trace) => ({
      kind: "keywords.add",
      version: 1,
      input: { campaign, keywords }
    })
  })
})
