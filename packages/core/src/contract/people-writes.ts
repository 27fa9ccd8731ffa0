import { Schema } from "effect"
import { compileDecoder, type Decoded } from "./decode.ts"
import { languageCodes } from "./languages.ts"
import type { OperationEffect } from "./operation.ts"
import type { Role, Scope } from "./scopes.ts"
import { type OperationName, operationByName } from "./table.ts"
import {
  AdId,
  BudgetInput,
  CampaignSlug,
  described,
  Line,
  OneOf,
  optional,
  RecommendationId
} from "./values/index.ts"

interface Declaration {
  /** What it does, for help and headings. */
  readonly summary: string
  /** The name of its actions in the log. */
  readonly op: string
  readonly input: Schema.Schema.AnyNoContext
}

const list = <A, I>(item: Schema.Schema<A, I>, min: number, max: number) => {
  const message = () => `must have ${min} to ${max} items`
  const bounded = Schema.Array(item).pipe(Schema.maxItems(max, { message }))
  return min === 0 ? bounded : bounded.pipe(Schema.minItems(min, { message }))
}

/**
 * The restricted categories that a person may confirm. Advertising prescription drugs to the public is against the law
 * in most countries, so nobody can.
 */
export const confirmableCategories = [
  "health_outcomes",
  "weight_loss",
  "earnings",
  "credit",
  "gambling",
  "political"
] as const

const declare = <const T extends Readonly<Record<string, Declaration>>>(table: T): T => table

/**
 * The writes that only people make, in the dashboard or on the server's own machine. They are engine writes like
 * those of operations: previewed, checked, logged, undoable. They are no operations: no route, tool or scope
 * leads to them, so API keys and access tokens cannot call them.
 */
export const peopleWrites = declare({
  "drafts.discard": {
    summary: "Discard a draft that was never launched",
    op: "discard_draft",
    input: Schema.Struct({ campaign: CampaignSlug })
  },
  "drafts.create_competitor": {
    summary: "Create a draft that bids on competitors' names",
    op: "create_draft",
    input: Schema.Struct({
      competitors: Schema.Array(Line(100)).pipe(
        Schema.minItems(1, { message: () => "must have 1 to 6 names" }),
        Schema.maxItems(6, { message: () => "must have 1 to 6 names" })
      )
    })
  },
  "ads.remove": {
    summary: "Remove an ad with its keywords",
    op: "remove_ad",
    input: Schema.Struct({ ad: AdId })
  },
  "drafts.use_account": {
    summary: "Put a draft into a linked ad account",
    op: "update_draft",
    input: Schema.Struct({
      campaign: CampaignSlug,
      ad_account: optional(Line(100), "Id of a linked ad account; without it, the selected one")
    })
  },
  "drafts.set_locations": {
    summary: "Choose where the ads of a draft are shown",
    op: "update_draft",
    input: Schema.Struct({
      campaign: CampaignSlug,
      locations: list(Schema.Struct({ name: Line(300), geo_target: Line(100) }), 1, 100)
    })
  },
  "drafts.set_language": {
    summary: "Choose the language of a draft",
    op: "update_draft",
    input: Schema.Struct({ campaign: CampaignSlug, language: OneOf(...languageCodes) })
  },
  "drafts.read_pages": {
    summary: "Read the pages again that a campaign's lines rest on",
    op: "update_draft",
    input: Schema.Struct({ campaign: CampaignSlug })
  },
  "drafts.confirm_category": {
    summary: "Confirm that a campaign may advertise a restricted category",
    op: "update_draft",
    input: Schema.Struct({
      campaign: CampaignSlug,
      category: OneOf(...confirmableCategories),
      reason: described(Line(300), "Why it is allowed, for the log")
    })
  },
  "campaigns.set_budget": {
    summary: "Set the daily budget of a campaign, past the per-call limit if an owner confirms it",
    op: "update_campaign",
    input: Schema.Struct({
      campaign: CampaignSlug,
      budget: BudgetInput,
      past_limit: optional(
        Schema.Literal(true),
        "Past the per-call limit; owners only. The monthly cap holds"
      )
    })
  },
  "external_changes.revert": {
    summary: "Take back a change that others made in the ad platform",
    op: "revert_external_change",
    input: Schema.Struct({ campaign: CampaignSlug, change: Line(200) })
  },
  "external_changes.overwrite": {
    summary: "Write the settings of a campaign over those that others changed in the ad platform",
    op: "overwrite_external_change",
    input: Schema.Struct({ campaign: CampaignSlug })
  },
  "recommendations.dismiss": {
    summary: "Dismiss a recommendation, so that the same one is not made again",
    op: "dismiss_recommendation",
    input: Schema.Struct({
      recommendation: RecommendationId,
      reason: optional(Line(200), "Why, for the log")
    })
  }
})

export type PeopleWriteName = keyof typeof peopleWrites
export type PeopleWriteInput<Name extends PeopleWriteName> = Schema.Schema.Type<
  (typeof peopleWrites)[Name]["input"]
>

/** The name of a write: an operation's, or that of a write for people only. */
export type WriteName = OperationName | PeopleWriteName

/** What the engine and the pipeline need to know of a write. */
export interface WriteDeclaration {
  readonly name: WriteName
  readonly role: Role | null
  readonly scope: Scope | null
  /** Of an operation; absent for a people's write. */
  readonly effect?: OperationEffect
  /** Whether approvals hold it for API keys and connected apps. */
  readonly held: boolean
  /** The status code of a success. */
  readonly success: number
  /** Whether only a signed-in person, or an operator on behalf of one, can call it. */
  readonly peopleOnly?: true
}

const ofPeople = (name: PeopleWriteName): WriteDeclaration => ({
  name,
  role: "admin",
  scope: null,
  held: false,
  success: 200,
  peopleOnly: true
})

/** Every declared write by its name, operations and people's writes alike. */
export const writeByName: ReadonlyMap<WriteName, WriteDeclaration> = new Map<WriteName, WriteDeclaration>([
  ...operationByName,
  ...(Object.keys(peopleWrites) as ReadonlyArray<PeopleWriteName>).map(
    (name) => [name, ofPeople(name)] as const
  )
])

const decoders = new Map<PeopleWriteName, (raw: unknown) => Decoded>()

/** Decodes the values of a form or command into the input of a people's write, or returns the problems. */
export const decodePeopleWrite = (name: PeopleWriteName, raw: unknown): Decoded => {
  const decode = decoders.get(name) ?? compileDecoder(peopleWrites[name].input, name)
  decoders.set(name, decode)
  return decode(raw)
}
