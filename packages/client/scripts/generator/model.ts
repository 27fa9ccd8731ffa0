import {
  type AnyOperation,
  type ErrorCode,
  errorsOf,
  inputFields,
  inputJsonSchema,
  type JsonSchema,
  operations,
  outputJsonSchema
} from "@adwarden/core/contract"
import { camel, pascal } from "./names.ts"

/** A value that stands in the path: the first arguments of a method. The organization is bound to the client. */
export interface Positional {
  readonly field: string
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
}

export type Kind = "read" | "list" | "download" | "guarded" | "write"

/** What the client's code needs to know of an operation, from the contract. */
export interface Model {
  readonly operation: AnyOperation
  readonly group: string
  readonly method: string
  /** The beginning of the names of its types. */
  readonly type: string
  readonly kind: Kind
  readonly positional: ReadonlyArray<Positional>
  /** What stands in the query or the body; null where nothing does. */
  readonly params: JsonSchema | null
  readonly paramsRequired: boolean
  /** Of lists and downloads: the field that holds the rows, and what each is. */
  readonly rows: { readonly field: string; readonly schema: JsonSchema } | null
  /** What it answers; of a guarded write what it answers once executed. */
  readonly answer: JsonSchema
  readonly preview: JsonSchema | null
  /** Exactly the codes that it can end in; waiting for approval is an outcome, not an error. */
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
  // A download's form is chosen by how it is read, and whether a change is carried out decides what it answers.
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
    preview: kind === "guarded" ? forms.find(isPreview)! : null,
    errors: errorsOf(operation).filter((code) => code !== "approval_required")
  }
}

export const models: ReadonlyArray<Model> = operations.map(modelOf)

/** Operations by what they are about, in the order of the table. */
export const groups: ReadonlyMap<string, ReadonlyArray<Model>> = Map.groupBy(models, ({ group }) => group)
