import { Schema } from "effect"
import { compileDecoder, type Decoded } from "./decode.ts"
import type { Role } from "./roles.ts"
import type { Scope } from "./scopes.ts"
import { type OperationName, operationByName } from "./table.ts"
import { AdId, CampaignSlug, Line, optional, RecommendationId } from "./values/index.ts"

interface Declaration {
  /** What it does, for help and headings. */
  readonly summary: string
  /** The name of its actions in the log. */
  readonly op: string
  readonly input: Schema.Schema.AnyNoContext
}

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
