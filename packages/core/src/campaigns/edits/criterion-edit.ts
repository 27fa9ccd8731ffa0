import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import {
  defineEdit,
  type EngineError,
  type PlanContext,
  type Planned,
  type Restorable,
  type Step
} from "../../changes/edit.ts"
import type { PlatformFirst } from "../../changes/platform-first.ts"
import { pluralize, quoteList, renderSubject } from "../../changes/sentence.ts"
import type { ActionId } from "../../contract/index.ts"
import { AdAccounts, type AdAccountsShape } from "../../platform/ad-accounts.ts"
import type { PlatformChange, Ref } from "../../platform/model.ts"
import { type Campaign, campaignById, isPlatformFirst } from "../campaign.ts"
import { linkProblem } from "../connection.ts"
import { criterionChanges, platformRefOf, type StoredCriterion } from "../criterion-rows.ts"
import type { Criteria } from "./criteria.ts"

type Sql<A, E = SqlError> = Effect.Effect<A, E, SqlClient.SqlClient>
type Text = { readonly text: string }

/** The fields that the traces of all these edits have. */
export const traceFields = { campaign: Schema.Int, slug: Schema.String, ids: Schema.Array(Schema.Int) }
export type CriterionTrace = Schema.Struct.Type<typeof traceFields>

/** What an edit plans for its campaign: the rows to add, or the stored rows to change. */
export interface CriterionDraft<Item> extends Pick<Planned, "hashedContent" | "loss" | "stopsSpend"> {
  readonly items: ReadonlyArray<Item>
  /** "2 keywords added: …" */
  readonly did: string
}
export type CriterionPlan<Draft> = Draft & Planned & { readonly campaign: Campaign }

/** The rows of a trace, and all keywords or negative keywords of their campaign in the platform. */
export interface RemoteCriteria<Row, Remote> {
  readonly campaign: Ref
  readonly rows: ReadonlyArray<Row>
  readonly there: ReadonlyArray<Remote>
}

/** "2 keywords paused: "boiler", "plumber"" */
export const describeItems = (one: string, done: string, items: ReadonlyArray<Text>): string => {
  const what = `${pluralize(items.length, one)} ${done}`
  return items.length === 0 ? what : `${what}: ${quoteList(items.map(({ text }) => text))}`
}

/**
 * Builds an edit of a campaign's keywords or negative keywords. It changes the platform first if the campaign
 * runs there.
 */
export const makeCriterionEdit = <
  In extends { readonly campaign: number },
  InStored,
  New extends Text,
  Row extends StoredCriterion,
  Remote,
  Draft extends CriterionDraft<New>,
  Trace extends CriterionTrace,
  TraceStored
>(edit: {
  readonly kind: string
  readonly input: Schema.Schema<In, InStored>
  readonly trace: Schema.Schema<Trace, TraceStored>
  readonly criteria: Criteria<New, Row, Remote>
  readonly plan: (organization: number, campaign: Campaign, input: In) => Sql<Draft, EngineError>
  /** Whether a broken connection refuses it. An undo is planned without that check. */
  readonly requiresLink: boolean
  readonly warnings: (
    accounts: AdAccountsShape,
    context: PlanContext,
    plan: CriterionPlan<Draft>
  ) => Effect.Effect<ReadonlyArray<string>, SqlError>
  readonly changes: (plan: CriterionPlan<Draft>, campaign: Ref) => ReadonlyArray<PlatformChange>
  /** Writes the plan and returns the trace. `active`: it takes effect here without the platform. */
  readonly apply: (
    organization: number,
    plan: CriterionPlan<Draft>,
    action: ActionId,
    active: boolean
  ) => Sql<Trace>
  readonly platformFirst: Omit<PlatformFirst<Trace, RemoteCriteria<Row, Remote>>, "readRemote">
  readonly restorable: (context: PlanContext, trace: Trace) => Sql<Restorable<Trace>>
  readonly reverse: (standing: Trace) => Step
}) =>
  Effect.gen(function* () {
    const accounts = yield* AdAccounts
    const sql = yield* SqlClient.SqlClient
    const { criteria, input, kind, restorable, reverse, trace } = edit
    const { affectedKey, read, readRemote, subject } = criteria

    return defineEdit({
      kind,
      version: 1,
      input,
      trace,
      restorable,
      reverse,
      plan: (context: PlanContext, input: In) =>
        Effect.gen(function* () {
          const organization = context.clearance.organization.id
          const campaign = yield* campaignById(context, input.campaign)
          const draft = yield* edit.plan(organization, campaign, input)
          const empty = draft.items.length === 0
          const checksLink = edit.requiresLink && !empty && isPlatformFirst(campaign)
          const plan: CriterionPlan<Draft> = {
            ...draft,
            campaign,
            sentence: { subject, of: campaign.slug, did: draft.did },
            affectedKeys: draft.items.map((item) => affectedKey(campaign.id, item)),
            moves: [],
            refusal: checksLink ? yield* linkProblem(accounts, organization, campaign, "keywords") : null,
            empty
          }
          return plan
        }),
      warnings: (context: PlanContext, plan: CriterionPlan<Draft>) => edit.warnings(accounts, context, plan),
      platformChanges: (_context: PlanContext, plan: CriterionPlan<Draft>) =>
        Effect.succeed(criterionChanges(plan.campaign, (campaign) => edit.changes(plan, campaign))),
      route: ({ campaign }: CriterionPlan<Draft>) =>
        isPlatformFirst(campaign) ? { to: "first", account: campaign.ad_account_id ?? "" } : { to: "local" },
      apply: (plan: CriterionPlan<Draft>, { action, context }) =>
        edit.apply(context.clearance.organization.id, plan, action, !isPlatformFirst(plan.campaign)),
      platformFirst: {
        ...edit.platformFirst,
        readRemote: (account, organization, { campaign, ids }: Trace) =>
          Effect.gen(function* () {
            const ref = yield* platformRefOf(organization, campaign)
            const rows = yield* read(organization, ids)
            return { campaign: ref, rows, there: yield* readRemote(account, ref) }
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
      },
      describe: (_context: PlanContext, { slug }: Trace) =>
        Effect.succeed(renderSubject({ subject, of: slug }))
    })
  })
