import {
  type AnyOperation,
  casesOf,
  type ErrorCode,
  errorsOf,
  inputFields,
  inputJsonSchema,
  type JsonSchema,
  type OperationCases,
  type OperationName,
  operations,
  outputJsonSchema
} from "@adwarden/core/contract"
import { camel, pascal } from "./names.ts"

/** A path value, which is one of a method's first arguments. The organization is bound to the client. */
export interface Positional {
  readonly field: string
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
}

export type Kind = "read" | "list" | "download" | "guarded" | "write"

/** The contract's data about an operation that the generator needs. */
export interface Model {
  readonly operation: AnyOperation
  readonly group: string
  readonly method: string
  /** The prefix of its type names. */
  readonly type: string
  readonly kind: Kind
  readonly positional: ReadonlyArray<Positional>
  /** The fields of the query or the body; null if there are none. */
  readonly params: JsonSchema | null
  readonly paramsRequired: boolean
  /** For lists and downloads: the field that contains the rows, and the schema of a row. */
  readonly rows: { readonly field: string; readonly schema: JsonSchema } | null
  /** The output; for a guarded write, the output of its execution. */
  readonly answer: JsonSchema
  readonly preview: JsonSchema | null
  /** How its types depend on the value of one parameter; null if they do not. */
  readonly cases: OperationCases | null
  /** The exact error codes. Waiting for approval is an outcome, not an error. */
  readonly errors: ReadonlyArray<ErrorCode>
}

const propertiesOf = (schema: JsonSchema) =>
  (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>

const rowsIn = (answer: JsonSchema): Model["rows"] => {
  const [first] = Object.entries(propertiesOf(answer)).filter(([, schema]) => schema["type"] === "array")
  return first === undefined ? null : { field: first[0], schema: first[1]["items"] as JsonSchema }
}

const kindOf = (operation: AnyOperation, answer: JsonSchema): Kind => {
  if (operation.effect === "guarded") return "guarded"
  if (operation.effect === "immediate") return "write"
  if (operation.media !== null) return "download"
  return "next_cursor" in propertiesOf(answer) ? "list" : "read"
}

const isPreview = (schema: JsonSchema): boolean => "dry_run" in propertiesOf(schema)

const modelOf = (operation: AnyOperation): Model => {
  const [group, name] = operation.name.split(".") as [string, string]
  const input = inputJsonSchema(operation)
  const output = outputJsonSchema(operation)
  const forms = (output["anyOf"] ?? [output]) as ReadonlyArray<JsonSchema>
  const answer = forms.find((form) => !isPreview(form))!
  const kind = kindOf(operation, answer)
  const fields = [...inputFields(operation).values()]
  // The read method selects a download's format, and `dry_run` selects the output type.
  const elsewhere: ReadonlyArray<string | undefined> = [operation.media?.field, "dry_run"]
  const inParams = fields.filter(
    ({ name, location }) => (location === "query" || location === "body") && !elsewhere.includes(name)
  )
  const required = inParams.filter((field) => field.required).map((field) => field.name)
  return {
    operation,
    group,
    method: camel(name),
    type: pascal(operation.name),
    kind,
    positional: fields
      .filter(({ name, location }) => location === "path" && name !== "org")
      .map((field) => ({
        field: field.name,
        name: camel(field.name),
        schema: propertiesOf(input)[field.name]!,
        required: field.required
      })),
    params:
      inParams.length === 0
        ? null
        : {
            type: "object",
            required,
            properties: Object.fromEntries(inParams.map(({ name }) => [name, propertiesOf(input)[name]]))
          },
    paramsRequired: required.length > 0,
    rows: kind === "list" || kind === "download" ? rowsIn(answer) : null,
    answer,
    cases: casesOf(operation.name as OperationName, answer),
    preview: kind === "guarded" ? forms.find(isPreview)! : null,
    errors: errorsOf(operation).filter((code) => code !== "approval_required")
  }
}

export const models: ReadonlyArray<Model> = operations.map(modelOf)

/** Operations by group, in the order of the contract. */
export const groups: ReadonlyMap<string, ReadonlyArray<Model>> = Map.groupBy(models, ({ group }) => group)
