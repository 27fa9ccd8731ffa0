import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { type At, edit, type Planned } from "../../changes/edit.ts"
import { listed, subjectOf } from "../../changes/sentence.ts"
import { matchTypes } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"
import { type Campaign, campaignById } from "../campaign.ts"
import { connectionWarnings } from "../connection.ts"
import { markRemoved, platformNameOf, readNegatives, type StoredNegative } from "../negatives/rows.ts"
import { negativeTouches } from "./add-negatives.ts"

const Input = Schema.Struct({ campaign: Schema.Int, ids: Schema.Array(Schema.Int) })
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  ids: Schema.Array(Schema.Int),
  /** Enough to add them again. */
  match: Schema.Literal(...matchTypes),
  terms: Schema.Array(Schema.String)
})
type Trace = typeof Trace.Type

interface RemoveNegativesPlan extends Planned {
  readonly campaign: Campaign
  readonly rows: ReadonlyArray<StoredNegative>
}

interface There {
  readonly refs: ReadonlyArray<string>
}

const subject = "Negative keywords"

const isInForce = ({ rows }: RemoveNegativesPlan): boolean => rows.some(({ ref }) => ref !== null)

/** Exactly these go, and no other of the same words. The platform first, where it has them. */
export const makeRemoveNegatives = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform
  const sql = yield* SqlClient.SqlClient
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  return edit({
    kind: "negatives.remove",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (at: At, { campaign: id, ids }: typeof Input.Type) =>
      Effect.gen(function* () {
        const campaign = yield* campaignById(at, id)
        const all = yield* readNegatives(at.clearance.organization.id, ids)
        const rows = all.filter(({ removed }) => !removed)
        const plan: RemoveNegativesPlan = {
          campaign,
          rows,
          sentence: {
            subject,
            of: campaign.slug,
            did: `Removed from ${campaign.slug}: ${listed(rows.map(({ text }) => text))}`
          },
          essence: { remove: rows.map((row) => row.id) },
          touches: rows.map((row) => negativeTouches(id, row)),
          moves: [],
          stopsSpend: false,
          refusal: null,
          empty: rows.length === 0
        }
        return plan
      }),
    warnings: (at: At, plan: RemoveNegativesPlan) =>
      connectionWarnings(accounts, at, plan.campaign, isInForce(plan)),
    route: (plan: RemoveNegativesPlan) =>
      isInForce(plan) ? { to: "first", account: plan.campaign.ad_account_id ?? "" } : { to: "local" },

    apply: ({ campaign, rows }: RemoveNegativesPlan, { at }) =>
      Effect.gen(function* () {
        const ids = rows.map(({ id }) => id)
        if (rows.every(({ ref }) => ref === null)) yield* markRemoved(at.clearance.organization.id, ids)
        const terms = rows.map(({ text }) => text)
        const trace: Trace = { campaign: campaign.id, slug: campaign.slug, ids, match: rows[0]!.match, terms }
        return trace
      }),

    first: {
      field: "id",
      look: (account, organization, { campaign, ids }: Trace) =>
        Effect.gen(function* () {
          const ref = yield* withSql(platformNameOf(organization, campaign))
          const rows = yield* withSql(readNegatives(organization, ids))
          const shown = new Set((yield* platform.negatives(account, { campaign: ref })).map((one) => one.ref))
          const there: There = {
            refs: rows.flatMap(({ ref }) => (ref !== null && shown.has(ref) ? [ref] : []))
          }
          return there
        }),
      missing: (_trace: Trace, { refs }: There) => refs.map((ref) => ({ do: "remove", ref })),
      done: (organization, trace: Trace) => Effect.as(markRemoved(organization, trace.ids), trace),
      dropped: () => Effect.void
    },

    describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
    restorable: (_at: At, trace: Trace) => Effect.succeed({ stands: trace, lost: [] }),
    reverse: ({ campaign, match, terms }: Trace) => ({
      kind: "negatives.add",
      version: 1,
      input: { campaign, match, terms }
    })
  })
})
