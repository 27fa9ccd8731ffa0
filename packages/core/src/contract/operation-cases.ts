import { Schema } from "effect"
import { allDetectors, type Detector, detectors, findingFields, optionsOf } from "./detectors.ts"
import { type JsonSchema, responseJsonSchema } from "./json-schema.ts"
import type { OperationName } from "./table.ts"

/** What a value of one input field makes certain about the rest of the call. */
interface OperationCase {
  /** Input fields with exactly what they accept. */
  readonly input: Readonly<Record<string, JsonSchema>>
  /** Output fields that are present, with exactly what they are. */
  readonly output: Readonly<Record<string, JsonSchema>>
}

/** The input field that decides, the value that it has if it is omitted, and what each value makes certain. */
export interface OperationCases {
  readonly field: string
  readonly byDefault: string | null
  readonly cases: Readonly<Record<string, OperationCase>>
}

const optionSchema = (detector: Detector): JsonSchema => ({
  type: "object",
  required: [],
  properties: Object.fromEntries(
    Object.entries(optionsOf(detector)).map(([name, option]) => [
      name,
      { type: option.takes === "true or false" ? "boolean" : "number", description: option.meaning }
    ])
  )
})

const findingSchema = (detector: Detector, finding: JsonSchema): JsonSchema => {
  const own = responseJsonSchema(Schema.Struct(findingFields[detector]).ast)
  return {
    type: "object",
    required: own["required"],
    properties: { ...(own["properties"] as JsonSchema), ...(finding["properties"] as JsonSchema) }
  }
}

type Properties = Readonly<Record<string, JsonSchema>>

/**
 * Returns how the types of an operation depend on the value of one field, for typed clients; null if they do not. The
 * schemas of OpenAPI and tools leave it out: their readers need short texts more than exact unions.
 */
export const casesOf = (name: OperationName, output: JsonSchema): OperationCases | null => {
  const fields = output["properties"] as Properties
  if (name === "performance.get") {
    const rowsBy = (value: string) => {
      const field = `by_${value}`
      return [value, { input: {}, output: { [field]: fields[field]! } }] as const
    }
    return {
      field: "group_by",
      byDefault: "campaign",
      cases: Object.fromEntries(["campaign", "day", "week"].map(rowsBy))
    }
  }
  if (name !== "detectors.run") return null
  const finding = fields["findings"]!["items"] as JsonSchema
  const ofDetector = (detector: Detector): OperationCase => ({
    input: Object.keys(optionsOf(detector)).length === 0 ? {} : { options: optionSchema(detector) },
    output: { findings: { type: "array", items: findingSchema(detector, finding) } }
  })
  return {
    field: "detector",
    byDefault: null,
    cases: {
      ...Object.fromEntries(detectors.map((detector) => [detector, ofDetector(detector)])),
      [allDetectors]: { input: {}, output: { findings: fields["findings"]! } }
    }
  }
}
