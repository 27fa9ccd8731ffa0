import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { defineEdit, type PlanContext, type Planned, type Restorable } from "../../changes/edit.ts"
import { renderSubject } from "../../changes/sentence.ts"
import { ValidationError } from "../../contract/index.ts"
import { type Campaign, campaignById, spendsOrHasSpent } from "../campaign.ts"
import { readDraftContent, type StoredDraftContent } from "../rows/draft-content.ts"
import { changedSince, editableProblem, isDeepStrictEqual, launchedSince, restoresField } from "./editable.ts"

/** One part of a draft's content: how it is read, checked, described and stored. */
export interface ContentPart<A, I> {
  /** The name in affected keys and of the write's field. */
  readonly field: string
  readonly subject: string
  readonly value: Schema.Schema<A, I>
  readonly of: (content: StoredDraftContent) => A
  /** Returns what is wrong with a value, as a sentence, or null. */
  readonly problem: (value: A, campaign: Campaign) => string | null
  readonly describe: (value: A) => string
  /** The columns and their stored values; JSON values as text. */
  readonly columns: (value: A) => Readonly<Record<string, unknown>>
}

export interface ContentPlan<A> extends Planned {
  readonly campaign: Campaign
  readonly from: A
  readonly to: A
}

/** Builds the edit of one part of a draft that was never launched. It stays here: only a launch sends it. */
export const makeContentEdit = <A, I>(part: ContentPart<A, I>) => {
  const { field, of, subject, value } = part
  const kind = { kind: `draft.${field}`, version: 1 } as const
  const Input = Schema.Struct({ campaign: Schema.Int, to: value, restores: restoresField })
  const Trace = Schema.Struct({ campaign: Schema.Int, was: value, set: value })
  type Input = { readonly campaign: number; readonly to: A; readonly restores?: true }
  type Trace = { readonly campaign: number; readonly was: A; readonly set: A }
  const read = (context: PlanContext, campaign: number) =>
    readDraftContent(context.clearance.organization.id, campaign)

  return defineEdit({
    ...kind,
    input: Input as unknown as Schema.Schema<Input, unknown>,
    trace: Trace as unknown as Schema.Schema<Trace, unknown>,

    plan: (context: PlanContext, { campaign: id, restores, to }: Input) =>
      Effect.gen(function* () {
        const campaign = yield* campaignById(context, id)
        const content = yield* read(context, id)
        const from = of(content)
        const problem = restores === true ? null : part.problem(to, campaign)
        const plan: ContentPlan<A> = {
          campaign,
          from,
          to,
          sentence: { subject, of: campaign.slug, from: part.describe(from), to: part.describe(to) },
          hashedContent: { field, from, to },
          affectedKeys: [`campaign/${id}/${field}`],
          moves: [],
          stopsSpend: false,
          refusal:
            editableProblem(campaign, content.written) ??
            (problem === null ? null : new ValidationError({ fields: [{ path: field, message: problem }] })),
          empty: isDeepStrictEqual(from, to)
        }
        return plan
      }),
    apply: ({ campaign: { id }, from, to }: ContentPlan<A>, { context, write }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* write(sql`update campaigns set ${sql.update(part.columns(to))}, updated_at = now()
          where organization_id = ${context.clearance.organization.id} and id = ${id}`)
        const trace: Trace = { campaign: id, was: from, set: to }
        return trace
      }),
    route: () => ({ to: "local" }),

    describe: (context: PlanContext, { campaign }: Trace) =>
      Effect.map(campaignById(context, campaign), ({ slug }) => renderSubject({ subject, of: slug })),
    restorable: (context: PlanContext, trace: Trace) =>
      Effect.gen(function* () {
        const campaign = yield* campaignById(context, trace.campaign)
        const now = of(yield* read(context, trace.campaign))
        const lost = (reason: string): Restorable<Trace> => ({
          standing: null,
          lost: [{ what: renderSubject({ subject, of: campaign.slug }), reason }]
        })
        if (spendsOrHasSpent(campaign)) return lost(launchedSince)
        return isDeepStrictEqual(now, trace.set) ? { standing: trace, lost: [] } : lost(changedSince)
      }),
    reverse: ({ campaign, was }: Trace) => ({ ...kind, input: { campaign, to: was, restores: true } })
  })
}
