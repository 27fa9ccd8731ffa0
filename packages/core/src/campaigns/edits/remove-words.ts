import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { type At, edit, type Planned, type Step } from "../../changes/edit.ts"
import { listed, subjectOf } from "../../changes/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { AdPlatform, type AdPlatformShape } from "../../platform/ad-platform.ts"
import type { ReadFailure } from "../../platform/errors.ts"
import type { AdAccount } from "../../platform/model/index.ts"
import { type Campaign, campaignById, goesFirst } from "../campaign.ts"
import { connectionWarnings } from "../connection.ts"
import { platformNameOf, type StoredWord, wordChanges } from "../word-rows.ts"

const Input = Schema.Struct({ campaign: Schema.Int, ids: Schema.Array(Schema.Int) })
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  ids: Schema.Array(Schema.Int),
  /** What the edit that adds them is to be given to add them again. */
  again: Schema.Unknown
})
type Trace = typeof Trace.Type

export interface RemoveWordsPlan<Row> extends Planned {
  readonly campaign: Campaign
  readonly rows: ReadonlyArray<Row>
}

/** What tells keywords and exclusions apart where they are taken away. */
interface Removal<Row extends StoredWord> {
  readonly kind: string
  readonly subject: string
  readonly remove: (
    organization: number,
    ids: ReadonlyArray<number>
  ) => Effect.Effect<unknown, SqlError, SqlClient.SqlClient>
  /** Without a keyword less is shown; without an exclusion more. */
  readonly stopsSpend: boolean
  /** The edit whose way back it is. */
  readonly adds: Omit<Step, "input">
  readonly read: (
    organization: number,
    ids: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient>
  /** All of the campaign in the platform. */
  readonly there: (
    platform: AdPlatformShape,
    account: AdAccount,
    campaign: string
  ) => Effect.Effect<ReadonlyArray<{ readonly ref: string }>, ReadFailure>
  readonly touch: (campaign: number, row: Row) => string
  readonly again: (campaign: number, rows: ReadonlyArray<Row>) => unknown
}

/** Exactly these go, and no other of the same words. In the platform first, where the campaign is in service there. */
export const makeRemoval = <Row extends StoredWord>(removal: Removal<Row>) =>
  Effect.gen(function* () {
    const accounts = yield* AdAccounts
    const platform = yield* AdPlatform
    const sql = yield* SqlClient.SqlClient
    const withSql = Effect.provideService(SqlClient.SqlClient, sql)
    const { adds, kind, stopsSpend, subject } = removal

    return edit({
      kind,
      version: 1,
      input: Input,
      trace: Trace,

      plan: (at: At, { campaign: id, ids }: typeof Input.Type) =>
        Effect.gen(function* () {
          const campaign = yield* campaignById(at, id)
          const all = yield* removal.read(at.clearance.organization.id, ids)
          const rows = all.filter(({ removed }) => !removed)
          const plan: RemoveWordsPlan<Row> = {
            campaign,
            rows,
            sentence: {
              subject,
              of: campaign.slug,
              did: `Removed from ${campaign.slug}: ${listed(rows.map(({ text }) => text))}`
            },
            essence: { remove: rows.map((row) => row.id) },
            touches: rows.map((row) => removal.touch(id, row)),
            moves: [],
            stopsSpend,
            refusal: null,
            empty: rows.length === 0
          }
          return plan
        }),
      warnings: (at: At, { campaign }: RemoveWordsPlan<Row>) =>
        connectionWarnings(accounts, at, campaign, goesFirst(campaign)),
      platformChanges: (_at: At, { campaign, rows }: RemoveWordsPlan<Row>) =>
        Effect.succeed(
          wordChanges(campaign, () =>
            rows.flatMap(({ ref }) => (ref === null ? [] : [{ do: "remove" as const, ref }]))
          )
        ),
      route: ({ campaign }: RemoveWordsPlan<Row>) =>
        goesFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },

      apply: ({ campaign, rows }: RemoveWordsPlan<Row>, { at }) =>
        Effect.gen(function* () {
          const ids = rows.map(({ id }) => id)
          if (!goesFirst(campaign)) yield* removal.remove(at.clearance.organization.id, ids)
          const trace: Trace = {
            campaign: campaign.id,
            slug: campaign.slug,
            ids,
            again: removal.again(campaign.id, rows)
          }
          return trace
        }),

      first: {
        field: "id",
        look: (account, organization, { campaign, ids }: Trace) =>
          Effect.gen(function* () {
            const ref = yield* withSql(platformNameOf(organization, campaign))
            const rows = yield* withSql(removal.read(organization, ids))
            const shown = new Set((yield* removal.there(platform, account, ref)).map((one) => one.ref))
            return rows.flatMap(({ ref: name }) => (name !== null && shown.has(name) ? [name] : []))
          }),
        missing: (_trace: Trace, there: ReadonlyArray<string>) => there.map((ref) => ({ do: "remove", ref })),
        done: (organization, trace: Trace) => Effect.as(removal.remove(organization, trace.ids), trace),
        dropped: () => Effect.void
      },

      describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
      restorable: (_at: At, trace: Trace) => Effect.succeed({ stands: trace, lost: [] }),
      reverse: ({ again }: Trace) => ({ ...adds, input: again })
    })
  })
