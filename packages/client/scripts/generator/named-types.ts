import * as contract from "@adwarden/core/contract"
import { Schema } from "effect"
import { type Direction, membersOf, type Naming, shapeOf } from "./schema-type.ts"

/** Enums that the contract exports as lists of values. */
const wordLists: Readonly<Record<string, ReadonlyArray<string>>> = {
  Detector: contract.detectors,
  RecommendationType: contract.recommendationTypes,
  RecommendationStatus: contract.recommendationStatuses,
  TaskFailureReason: contract.taskFailureReasons,
  Surface: contract.surfaces
}

type NamedSchema = readonly [name: string, schema: contract.JsonSchema]

const exported: ReadonlyArray<NamedSchema> = [
  ...Object.entries(contract).flatMap(([name, value]): ReadonlyArray<NamedSchema> => {
    if (!Schema.isSchema(value)) return []
    const schema = contract.responseJsonSchema(value.ast)
    const deservesName = schema["enum"] !== undefined || schema["type"] === "object"
    return deservesName ? [[name, schema]] : []
  }),
  ...Object.entries(wordLists).map(([name, words]): NamedSchema => [name, { type: "string", enum: words }])
]

const byShape = new Map(exported.map(([name, schema]) => [shapeOf(schema), name]))
const byName = new Map(exported)

export const isNamed = (name: string): boolean => byName.has(name)

/** Resolves the contract's type names and records which are used. */
export const makeNaming = (used: Set<string>): Naming => ({
  nameOf: (schema) => byShape.get(shapeOf(schema)),
  use: (name) => void used.add(name)
})

/** Renders the declaration of a type that has a name in the contract. */
export const declarationOf = (name: string, used: Set<string>): string => {
  const schema = byName.get(name)!
  const direction: Direction = "answer"
  const words = schema["enum"] as ReadonlyArray<string> | undefined
  if (words !== undefined)
    return `export type ${name} = ${words.map((word) => JSON.stringify(word)).join(" | ")}\n`
  const naming = makeNaming(used)
  // The declared schema itself has this name, so its definition is written out here.
  const inside: Naming = {
    ...naming,
    nameOf: (inner) => (inner === schema ? undefined : naming.nameOf(inner))
  }
  return `export interface ${name} {\n${membersOf(schema, direction, inside)}\n}\n`
}
