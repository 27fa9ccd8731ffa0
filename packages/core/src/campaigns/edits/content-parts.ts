import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { defineEdit, type PlanContext, type Planned, type Restorable } from "../../changes/edit.ts"
import { ValidationError } from "../../contract/index.ts"
import { quoteValue, renderSubject } from "../../log/sentence.ts"
import { type Campaign, campaignById, spendsOrHasSpent } from "../campaign.ts"
import { locationMissing } from "../launch/checks.ts"
import { readDraftContent, type StoredDraftContent } from "../rows/draft-content.ts"
import { encodeTargeting, Location, locationsColumn, Radius } from "../stored-json.ts"

/** The reason for a draft whose task has not ended, as the end of a sentence. */
export const notWritten = "is still being written; wait until its task is completed"

/**
 * Returns why the content of a campaign cannot be changed here, as the end of a sentence, or null. A launch sends
 * the content once; from then on it is changed in the platform.
 */
export const notEditable = (campaign: Campaign, written: boolean): string | null => {
  if (spendsOrHasSpent(campaign)) {
    return "was launched: its location and language are changed in the ad platform"
  }
  return written ? null : notWritten
}

export const editableProblem = (
  campaign: Campaign,
  written: boolean,
  path = "campaign"
): ValidationError | null => {
  const message = notEditable(campaign, written)
  return message === null ? null : new ValidationError({ fields: [{ path, message }] })
}

/** For what can be changed after a launch too. */
export const notWrittenProblem = (written: boolean): ValidationError | null =>
  written ? null : new ValidationError({ fields: [{ path: "campaign", message: notWritten }] })

/** The reason for content that an undo cannot restore because of a launch. */
export const launchedSince = "The campaign was launched since; change it in the ad platform."
export const changedSince = "It was changed since."

/** Set in the input of an undo: what was there before may be incomplete, and comes back as it was. */
export const restoresField = Schema.optionalWith(Schema.Literal(true), { exact: true })

/** Node's deep comparison. An import of `node:util` would evaluate its getters, which load a dozen other modules. */
export const { isDeepStrictEqual } = process.getBuiltinModule("node:util")

/** One part of a draft's content: how it is read, checked, described and stored. */
interface ContentPart<A, I> {
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

interface ContentPlan<A> extends Planned {
  readonly campaign: Campaign
  readonly from: A
  readonly to: A
}

/** Builds the edit of one part of a draft that was never launched. It stays here: only a launch sends it. */
const makeContentEdit = <A, I>(part: ContentPart<A, I>) => {
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

/* The parts of a draft that people can fix. A launch checks them by the same rules. */

const listOf = (items: ReadonlyArray<string>): string => (items.length === 0 ? "none" : items.join(", "))

/** The ad account that a launch creates it in. The write checks that it is linked. */
export const accountEdit = makeContentEdit({
  field: "ad_account",
  subject: "Ad account",
  value: Schema.NullOr(Schema.String),
  of: ({ account }) => account,
  problem: () => null,
  describe: (account) => quoteValue(account),
  columns: (account) => ({ ad_account_id: account })
})

/** Where it is shown. A chosen location replaces a radius and answers the open question. */
export const locationsEdit = makeContentEdit({
  field: "locations",
  subject: "Locations",
  value: Schema.Struct({
    locations: Schema.Array(Location),
    radius: Schema.NullOr(Radius),
    question: Schema.NullOr(Schema.String)
  }),
  of: ({ locationQuestion, locations, radius }) => ({ locations, radius, question: locationQuestion }),
  problem: ({ locations, question, radius }) =>
    locationMissing({ locations, radius, locationQuestion: question }),
  describe: ({ locations, radius }) =>
    radius === null
      ? listOf(locations.map(({ name }) => quoteValue(name)))
      : `${radius.radius} ${radius.unit} around ${radius.latitude}, ${radius.longitude}`,
  columns: ({ locations, question, radius }) => {
    const stored = encodeTargeting({ locations, radius, sitelinks: [] })
    return {
      locations: JSON.stringify(locationsColumn.write({ list: locations })),
      radius: stored.radius === null ? null : JSON.stringify(stored.radius),
      location_question: question
    }
  }
})

/** The language of the people it is shown to. */
export const languageEdit = makeContentEdit({
  field: "language",
  subject: "Language",
  value: Schema.NullOr(Schema.String),
  of: ({ language }) => language,
  // The write's input takes only languages that can be targeted.
  problem: () => null,
  describe: (language) => quoteValue(language),
  columns: (language) => ({ language })
})
