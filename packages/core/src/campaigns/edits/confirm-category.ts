import { Effect, Schema } from "effect"
import { defineEdit, type PlanContext, type Planned, type Restorable } from "../../changes/edit.ts"
import { type RegulatedCategory, regulatedCategories } from "../../claims/index.ts"
import { ValidationError } from "../../contract/index.ts"
import { quoteValue, renderSubject } from "../../log/sentence.ts"
import { type Campaign, campaignById } from "../campaign.ts"
import { readDraftContent } from "../rows/draft-content.ts"
import { type LineContext, readLineContext, storeLineContext } from "../rows/landing-pages.ts"
import { isDeepStrictEqual, notWrittenProblem, restoresField } from "./content-parts.ts"

const Confirmed = Schema.Array(
  Schema.Struct({ category: Schema.Literal(...regulatedCategories), reason: Schema.String })
)
const Input = Schema.Struct({ campaign: Schema.Int, to: Confirmed, restores: restoresField })
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, was: Confirmed, set: Confirmed })
type Trace = typeof Trace.Type

interface ConfirmPlan extends Planned {
  readonly campaign: Campaign
  readonly from: typeof Confirmed.Type
  readonly to: typeof Confirmed.Type
}

const subject = "Confirmed categories"
const kind = { kind: "draft.confirmed", version: 1 } as const

const nothingRead: LineContext = { brand_names: [], places: [], names: [], confirmed: [] }

const categoryText = (category: RegulatedCategory): string => category.replaceAll("_", " ")

const describe = (confirmed: typeof Confirmed.Type): string =>
  confirmed.length === 0
    ? "none"
    : confirmed.map(({ category, reason }) => `${categoryText(category)} (${quoteValue(reason)})`).join(", ")

const confirmedOf = (context: PlanContext, campaign: number) =>
  Effect.map(
    readLineContext(context.clearance.organization.id, campaign),
    (stored) => stored?.confirmed ?? []
  )

/** Confirms the restricted categories that a draft may advertise, each with the reason that a person gave. */
export const confirmCategoriesEdit = defineEdit({
  ...kind,
  input: Input,
  trace: Trace,
  plan: (context: PlanContext, { campaign: id, to }: typeof Input.Type) =>
    Effect.gen(function* () {
      const campaign = yield* campaignById(context, id)
      const from = yield* confirmedOf(context, id)
      const { written } = yield* readDraftContent(context.clearance.organization.id, id)
      const drugs = to.some(({ category }) => category === "prescription_drugs")
      const plan: ConfirmPlan = {
        campaign,
        from,
        to,
        sentence: { subject, of: campaign.slug, from: describe(from), to: describe(to) },
        hashedContent: { confirmed: id, from, to },
        affectedKeys: [`campaign/${id}/confirmed`],
        moves: [],
        stopsSpend: false,
        refusal:
          notWrittenProblem(written) ??
          (drugs
            ? new ValidationError({
                fields: [{ path: "category", message: "cannot be confirmed: prescription drugs" }]
              })
            : null),
        empty: isDeepStrictEqual(from, to)
      }
      return plan
    }),
  apply: ({ campaign: { id, slug }, from, to }: ConfirmPlan, { context }) =>
    Effect.gen(function* () {
      const organization = context.clearance.organization.id
      const stored = (yield* readLineContext(organization, id)) ?? nothingRead
      yield* storeLineContext(organization, id, { ...stored, confirmed: to })
      const trace: Trace = { campaign: id, slug, was: from, set: to }
      return trace
    }),
  route: () => ({ to: "local" }),
  describe: (_context: PlanContext, { slug }: Trace) => Effect.succeed(renderSubject({ subject, of: slug })),
  restorable: (context: PlanContext, trace: Trace) =>
    Effect.map(
      confirmedOf(context, trace.campaign),
      (now): Restorable<Trace> =>
        isDeepStrictEqual(now, trace.set)
          ? { standing: trace, lost: [] }
          : {
              standing: null,
              lost: [{ what: renderSubject({ subject, of: trace.slug }), reason: "It was changed since." }]
            }
    ),
  reverse: ({ campaign, was }: Trace) => ({ ...kind, input: { campaign, to: was, restores: true } })
})
