import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { defineEdit, type PlanContext, type Planned, type Step } from "../../changes/edit.ts"
import { quoteList, renderSubject } from "../../changes/sentence.ts"
import { AdAccounts, type LinkedAccount } from "../../platform/ad-accounts.ts"
import type { ReadFailure } from "../../platform/errors.ts"
import { type Campaign, campaignById, isPlatformFirst } from "../campaign.ts"
import { connectionWarnings } from "../connection.ts"
import { criterionChanges, platformRefOf, type StoredCriterion } from "../criterion-rows.ts"

const Input = Schema.Struct({ campaign: Schema.Int, ids: Schema.Array(Schema.Int) })
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  ids: Schema.Array(Schema.Int),
  /** The input with which the adding edit adds them again. */
  again: Schema.Unknown
})
type Trace = typeof Trace.Type

export interface RemoveCriteriaPlan<Row> extends Planned {
  readonly campaign: Campaign
  readonly rows: ReadonlyArray<Row>
}

/** How the removal of keywords differs from that of negative keywords. */
interface Removal<Row extends StoredCriterion> {
  readonly kind: string
  readonly subject: string
  readonly remove: (
    organization: number,
    ids: ReadonlyArray<number>
  ) => Effect.Effect<unknown, SqlError, SqlClient.SqlClient>
  /** Removing a keyword reduces spend; removing a negative keyword does not. */
  readonly stopsSpend: boolean
  /** The edit that this one undoes. */
  readonly adds: Omit<Step, "input">
  readonly read: (
    organization: number,
    ids: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient>
  /** Reads all of the campaign's in the platform. */
  readonly readRemote: (
    account: LinkedAccount,
    campaign: string
  ) => Effect.Effect<ReadonlyArray<{ readonly ref: string }>, ReadFailure>
  readonly affectedKey: (campaign: number, row: Row) => string
  readonly readdInput: (campaign: number, rows: ReadonlyArray<Row>) => unknown
}

/** Removes exactly these rows, and no other with the same text; platform-first if the campaign runs there. */
export const makeRemoval = <Row extends StoredCriterion>(removal: Removal<Row>) =>
  Effect.gen(function* () {
    const accounts = yield* AdAccounts
    const sql = yield* SqlClient.SqlClient
    const withSql = Effect.provideService(SqlClient.SqlClient, sql)
    const { adds, kind, stopsSpend, subject } = removal

    return defineEdit({
      kind,
      version: 1,
      input: Input,
      trace: Trace,

      plan: (context: PlanContext, { campaign: id, ids }: typeof Input.Type) =>
        Effect.gen(function* () {
          const campaign = yield* campaignById(context, id)
          const all = yield* removal.read(context.clearance.organization.id, ids)
          const rows = all.filter(({ removed }) => !removed)
          const plan: RemoveCriteriaPlan<Row> = {
            campaign,
            rows,
            sentence: {
              subject,
              of: campaign.slug,
              did: `Removed from ${campaign.slug}: ${quoteList(rows.map(({ text }) => text))}`
            },
            hashedContent: { remove: rows.map((row) => row.id) },
            affectedKeys: rows.map((row) => removal.affectedKey(id, row)),
            moves: [],
            stopsSpend,
            refusal: null,
            empty: rows.length === 0
          }
          return plan
        }),
      warnings: (context: PlanContext, { campaign }: RemoveCriteriaPlan<Row>) =>
        connectionWarnings(accounts, context, campaign, isPlatformFirst(campaign)),
      platformChanges: (_context: PlanContext, { campaign, rows }: RemoveCriteriaPlan<Row>) =>
        Effect.succeed(
          criterionChanges(campaign, () =>
            rows.flatMap(({ ref }) => (ref === null ? [] : [{ do: "remove" as const, ref }]))
          )
        ),
      route: ({ campaign }: RemoveCriteriaPlan<Row>) =>
        isPlatformFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },

      apply: ({ campaign, rows }: RemoveCriteriaPlan<Row>, { context }) =>
        Effect.gen(function* () {
          const ids = rows.map(({ id }) => id)
          if (!isPlatformFirst(campaign)) yield* removal.remove(context.clearance.organization.id, ids)
          const trace: Trace = {
            campaign: campaign.id,
            slug: campaign.slug,
            ids,
            again: removal.readdInput(campaign.id, rows)
          }
          return trace
        }),

      platformFirst: {
        field: "id",
        readRemote: (account, organization, { campaign, ids }: Trace) =>
          Effect.gen(function* () {
            const ref = yield* withSql(platformRefOf(organization, campaign))
            const rows = yield* withSql(removal.read(organization, ids))
            const remoteRefs = new Set((yield* removal.readRemote(account, ref)).map((one) => one.ref))
            return rows.flatMap(({ ref: name }) => (name !== null && remoteRefs.has(name) ? [name] : []))
          }),
        missing: (_trace: Trace, remote: ReadonlyArray<string>) =>
          remote.map((ref) => ({ do: "remove", ref })),
        complete: (organization, trace: Trace) => Effect.as(removal.remove(organization, trace.ids), trace),
        discard: () => Effect.void
      },

      describe: (_context: PlanContext, { slug }: Trace) =>
        Effect.succeed(renderSubject({ subject, of: slug })),
      restorable: (_context: PlanContext, trace: Trace) => Effect.succeed({ standing: trace, lost: [] }),
      reverse: ({ again }: Trace) => ({ ...adds, input: again })
    })
  })
