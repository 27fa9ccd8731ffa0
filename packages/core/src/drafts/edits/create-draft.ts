import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Schema } from "effect"
import { beginDraft, campaignById, slugFor, spendsOrHasSpent } from "../../campaigns/index.ts"
import { taskAfter } from "../../changes/after.ts"
import { type At, edit, type Planned, type Restorable } from "../../changes/edit.ts"
import { quoted, subjectOf } from "../../changes/sentence.ts"
import {
  AdAccountNotSelected,
  BusinessProfileNotReady,
  type ServiceError,
  ValidationError
} from "../../contract/index.ts"
import { businessProfileStatus, type ProfileStatus } from "../../organizations/index.ts"
import { domainLabel, registeredDomain, targetOf } from "../../outside/index.ts"
import { campaignName, draftTypes } from "../copy/name.ts"
import { draftTask, Focus } from "../draft-task.ts"
import { unreadWebsiteWarnings } from "../writing/same-business.ts"

const Input = Schema.Struct({
  website: Schema.String,
  type: Schema.Literal(...draftTypes),
  /** Kept where it is given; else one is made when the draft is written. */
  name: Schema.NullOr(Schema.String),
  budget: Schema.NullOr(Schema.Int),
  /** The campaign whose figures gave rise to it, where a recommendation makes it. */
  source: Schema.NullOr(Schema.Int),
  focus: Schema.NullOr(Focus)
})
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, org: Schema.String })
type Trace = typeof Trace.Type

export interface CreateDraftPlan extends Planned {
  readonly input: typeof Input.Type
  readonly slug: string
  readonly name: string
  readonly account: string | null
}

const subject = "Draft"

/** What is wrong with the address that a draft shall be made from, as far as it can be told without going there. */
const websiteProblem = (website: string): ValidationError | null => {
  const target = targetOf(website)
  const message = Either.isLeft(target)
    ? target.left.message
    : registeredDomain(target.right.name) === null
      ? "must be the address of a website, such as https://www.example.com"
      : null
  return message === null ? null : new ValidationError({ fields: [{ path: "website_url", message }] })
}

/** What the business is called until its website was read: by the word that it registered. */
const callingName = (website: string): string => {
  const { hostname } = new URL(website)
  return domainLabel(registeredDomain(hostname) ?? hostname)
}

const selectedAccount = (organization: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ id: string }>`select id from ad_accounts where organization_id = ${organization} and selected`,
      ([row]) => row?.id ?? null
    )
  )

/** The first thing that keeps a draft from being begun, in the order in which people have to put it right. */
const refusalOf = (website: string, profile: ProfileStatus, account: string | null): ServiceError | null => {
  const wrong = websiteProblem(website)
  if (wrong !== null) return wrong
  if (profile !== "ready") return new BusinessProfileNotReady({ why: profile })
  return account === null ? new AdAccountNotSelected() : null
}

const sentenceOf = ({ budget, name, type, website }: typeof Input.Type, slug: string) => ({
  subject,
  of: slug,
  did: `${budget === null ? "" : `Daily budget of ${budget} for a new campaign; `}Draft ${
    name === null ? "" : `${quoted(name)} `
  }of type ${type} from ${quoted(website)}`
})

/** A campaign that is yet to be written: always a draft. Its slug is given now and stays. */
export const makeCreateDraft = Effect.succeed(
  edit({
    kind: "draft.create",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (at: At, input: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = at.clearance.organization.id
        const profile = yield* at.once("business profile's status", businessProfileStatus(organization))
        const account = yield* at.once("selected account", selectedAccount(organization))
        const name = input.name ?? campaignName(callingName(input.website), input.type, [])
        const slug = yield* slugFor(organization, name)
        const plan: CreateDraftPlan = {
          input,
          slug,
          name,
          account,
          sentence: sentenceOf(input, slug),
          essence: { create: input },
          touches: [`draft/${slug}`],
          moves:
            input.budget === null
              ? []
              : [
                  {
                    campaign: null,
                    from: null,
                    to: input.budget,
                    committed: 0,
                    launched: false,
                    goesLive: false
                  }
                ],
          stopsSpend: false,
          refusal: refusalOf(input.website, profile, account),
          empty: false
        }
        return plan
      }),

    apply: ({ account, input, name, slug }: CreateDraftPlan, { at }) =>
      Effect.map(
        beginDraft(at.clearance.organization.id, {
          slug,
          name,
          type: input.type,
          website: input.website,
          // A plan without an account was refused.
          account: account ?? "",
          budget: input.budget,
          source: input.source
        }),
        (campaign): Trace => ({ campaign, slug, org: at.clearance.organization.slug })
      ),
    route: ({ input, name }: CreateDraftPlan, { campaign }: Trace) => ({
      to: "after",
      work: [
        taskAfter(draftTask, { begunAs: input.name === null ? name : null, focus: input.focus }, campaign)
      ]
    }),

    warnings: (at: At, { input, refusal }: CreateDraftPlan) =>
      refusal !== null
        ? Effect.succeed([])
        : unreadWebsiteWarnings(at.clearance.organization.id, input.website, "draft"),
    describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
    restorable: (at: At, trace: Trace) =>
      Effect.map(campaignById(at, trace.campaign), (campaign): Restorable<Trace> => {
        const lost = (reason: string) => ({
          stands: null,
          lost: [{ what: subjectOf({ subject, of: trace.slug }), reason }]
        })
        if (campaign.removed) return lost("It was discarded before.")
        return spendsOrHasSpent(campaign)
          ? lost(
              "It was launched since, and a campaign that has served stays; pause it with {campaigns.set_state}."
            )
          : { stands: trace, lost: [] }
      }),
    reverse: ({ campaign }: Trace) => ({ kind: "draft.discard", version: 1, input: { campaign } })
  })
)
