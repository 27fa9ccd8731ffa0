import { Effect, Either, Schema } from "effect"
import { campaignById, insertGeneratingDraft, slugFor, spendsOrHasSpent } from "../../campaigns/index.ts"
import { backgroundTask, defineEdit, type PlanContext, type Planned } from "../../changes/edit.ts"
import type { BudgetMove } from "../../changes/guardrails/money.ts"
import {
  AdAccountNotSelected,
  BusinessProfileNotReady,
  type ServiceError,
  ValidationError
} from "../../contract/index.ts"
import { quoteAmount, quoteValue } from "../../log/sentence.ts"
import { businessProfileStatus, type ProfileStatus } from "../../organizations/index.ts"
import { domainLabel, registeredDomain, websiteAddress } from "../../outbound/index.ts"
import { readSelectedAccount } from "../../platform/account-rows.ts"
import { Focus } from "../copy/content.ts"
import { campaignName, draftTypes } from "../copy/name.ts"
import { campaignFormProblems } from "../parts/form.ts"
import { CampaignParts } from "../parts/parts.ts"
import { draftTask } from "../write-draft.ts"
import { unreadWebsiteWarnings } from "../writing/business.ts"
import { undoMethods } from "./undo-methods.ts"

const Input = Schema.Struct({
  website: Schema.String,
  type: Schema.Literal(...draftTypes),
  /** The given name, or null for a name that is generated with the draft. */
  name: Schema.NullOr(Schema.String),
  budget: Schema.NullOr(Schema.Int),
  /** The campaign whose figures led to it, if a recommendation creates it. */
  source: Schema.NullOr(Schema.Int),
  focus: Schema.NullOr(Focus),
  /** What the caller wrote of it. */
  parts: Schema.optionalWith(CampaignParts, { exact: true })
})
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, org: Schema.String })
type Trace = typeof Trace.Type

interface CreateDraftPlan extends Planned {
  readonly input: typeof Input.Type
  readonly slug: string
  readonly name: string
  readonly account: string | null
}

const subject = "Draft"

/** Returns the provisional business name, from the registered domain, until the website is read. */
const nameFromDomain = (website: string): string => {
  const { hostname } = new URL(website)
  return domainLabel(registeredDomain(hostname) ?? hostname)
}

/** Returns the first problem that prevents a draft, in the order in which people must fix them. */
const refusalOf = (
  { parts = {}, website }: typeof Input.Type,
  profile: ProfileStatus,
  account: string | null
): ServiceError | null => {
  const address = websiteAddress(website)
  if (Either.isLeft(address))
    return new ValidationError({ fields: [{ path: "website_url", message: address.left }] })
  const fields = campaignFormProblems(parts, website)
  if (fields.length > 0) return new ValidationError({ fields })
  if (profile !== "ready") return new BusinessProfileNotReady({ why: profile })
  return account === null ? new AdAccountNotSelected() : null
}

/** The move of a budget that counts from now on: of a new draft, or of a restored one. */
export const newBudget = (campaign: number | null, to: number): BudgetMove => ({
  campaign,
  from: null,
  to,
  committed: 0,
  left: 0,
  launched: false,
  goesLive: false
})

const sentenceOf = ({ budget, name, type, website }: typeof Input.Type, slug: string, currency: string) => ({
  subject,
  of: slug,
  did: `${budget === null ? "" : `Daily budget of ${quoteAmount(budget, currency)} for a new campaign; `}Draft ${
    name === null ? "" : `${quoteValue(name)} `
  }of type ${type} from ${quoteValue(website)}`
})

/** Creates a campaign that is still to be generated, always as a draft. Its slug is final. */
export const createDraftEdit = defineEdit({
  kind: "draft.create",
  version: 1,
  input: Input,
  trace: Trace,

  plan: (context: PlanContext, input: typeof Input.Type) =>
    Effect.gen(function* () {
      const organization = context.clearance.organization.id
      const profile = yield* context.once("business profile's status", businessProfileStatus(organization))
      const account = yield* context.once("selected account", readSelectedAccount(organization))
      const name = input.name ?? campaignName(nameFromDomain(input.website), input.type, [])
      const slug = yield* slugFor(organization, name)
      const plan: CreateDraftPlan = {
        input,
        slug,
        name,
        account,
        sentence: sentenceOf(input, slug, context.clearance.organization.currency),
        hashedContent: { create: input },
        affectedKeys: [`draft/${slug}`],
        moves: input.budget === null ? [] : [newBudget(null, input.budget)],
        stopsSpend: false,
        refusal: refusalOf(input, profile, account),
        empty: false
      }
      return plan
    }),

  apply: ({ account, input, name, slug }: CreateDraftPlan, { context }) =>
    Effect.map(
      insertGeneratingDraft(context.clearance.organization.id, {
        slug,
        name,
        type: input.type,
        website: input.website,
        // A plan without an account was refused before.
        account: account ?? "",
        budget: input.budget,
        source: input.source
      }),
      (campaign): Trace => ({ campaign, slug, org: context.clearance.organization.slug })
    ),
  route: ({ input, name }: CreateDraftPlan, { campaign }: Trace) => ({
    to: "after",
    work: [
      backgroundTask(
        draftTask,
        {
          begunAs: input.name === null ? name : null,
          focus: input.focus,
          ...(input.parts === undefined ? {} : { parts: input.parts })
        },
        campaign
      )
    ]
  }),

  warnings: (context: PlanContext, { input, refusal }: CreateDraftPlan) =>
    refusal !== null
      ? Effect.succeed([])
      : unreadWebsiteWarnings(context.clearance.organization.id, input.website, "draft"),
  ...undoMethods(subject, (context, trace: Trace) =>
    Effect.map(campaignById(context, trace.campaign), (campaign) => {
      if (campaign.removed) return "It was discarded before."
      return spendsOrHasSpent(campaign)
        ? "It was launched since, and a campaign that has served stays; pause it with {campaigns.set_state}."
        : null
    })
  ),
  reverse: ({ campaign }: Trace) => ({ kind: "draft.discard", version: 1, input: { campaign } })
})
