import { Option, ParseResult as Parse, type ParseResult, Schema, SchemaAST } from "effect"
import { type FieldProblem, NotFound, ValidationError } from "./errors.ts"
import { fieldTypes, inputJsonSchema, type JsonSchema } from "./json-schema.ts"
import { nearestName } from "./nearest.ts"
import type { Operation } from "./operation.ts"
import { NamesResource } from "./values/ids.ts"

const pluralTypes: Readonly<Record<string, string>> = {
  string: "texts",
  integer: "whole numbers",
  number: "numbers",
  boolean: "true or false",
  object: "objects"
}

const range = ({ maximum, minimum }: JsonSchema): string =>
  minimum === undefined || maximum === undefined ? "" : ` from ${minimum} to ${maximum}`

/** A field's requirement as message text: "must be a list of texts". */
const requirementText = (schema: JsonSchema): string => {
  if (Array.isArray(schema["enum"])) return `must be one of ${schema["enum"].join(", ")}`
  switch (schema["type"]) {
    case "string":
      return "must be a text"
    case "integer":
      return `must be a whole number${range(schema)}`
    case "number":
      return `must be a number${range(schema)}`
    case "boolean":
      return "must be true or false"
    case "array": {
      const { type } = (schema["items"] ?? {}) as JsonSchema
      return `must be a list of ${pluralTypes[String(type)] ?? "values"}`
    }
    case "object": {
      const names = Object.keys((schema["properties"] ?? {}) as object)
      return names.length === 0 ? "must be an object" : `must be an object with ${names.join(", ")}`
    }
    default:
      return "is not of the kind that is taken here"
  }
}

/** The schema at a path inside a value; undefined if it is unknown. */
const schemaAt = (schema: JsonSchema, path: ReadonlyArray<PropertyKey>): JsonSchema | undefined => {
  const [first, ...rest] = path
  if (first === undefined) return schema
  const properties = schema["properties"] as Readonly<Record<string, JsonSchema>> | undefined
  const inner =
    typeof first === "number"
      ? (schema["items"] as JsonSchema | undefined)
      : properties !== undefined && Object.hasOwn(properties, String(first))
        ? properties[String(first)]
        : undefined
  return inner === undefined ? undefined : schemaAt(inner, rest)
}

/** The kind of record behind each id prefix, and the operation that accepts such an id. */
const kinds: Readonly<Record<string, { readonly thing: string; readonly takenBy: string }>> = {
  act: { thing: "action", takenBy: "{actions.undo}" },
  rec: { thing: "recommendation", takenBy: "{recommendations.apply}" },
  rpt: { thing: "report", takenBy: "{reports.get}" },
  str: { thing: "strategy", takenBy: "{strategy.get}" },
  qw: { thing: "queued write", takenBy: "{queued_writes.get}" }
}

const expected: Readonly<Record<NamedRecord, string>> = {
  action: "an action's id (act_…)",
  recommendation: "a recommendation's id (rec_…)",
  report: "a report's id (rpt_…)",
  strategy: "a strategy's id (str_…)",
  "queued write": "a queued write's id (qw_…)",
  task: "a task_tracking_id (a whole number)",
  campaign: "a campaign's slug"
}

/** Where a caller finds an existing one. No operation lists tasks. */
const nextSteps = {
  action: "Use an action_id that a change returned, or one from {actions.list_mine}.",
  recommendation: "List those there are with {recommendations.list}.",
  report: "Send latest instead of the id for the newest, or an id that {reports.list} lists.",
  strategy: "List those there are with {strategy.list}.",
  "queued write":
    "Use the queued_recommendation_id that the call returned, or an id from {queued_writes.list}.",
  task: "Use the task_tracking_id that the call returned.",
  campaign: "List the campaigns with {campaigns.list}."
} as const

/** The records that callers name by an id or a slug. */
export type NamedRecord = keyof typeof nextSteps

const withPrefix = /^([a-z]{2,4})_[0-9A-Za-z]+$/
const wholeNumber = /^[1-9]\d{0,9}$/

/**
 * What to tell a caller who sent the id of another kind of thing: what it is, which operation takes it, and what is
 * expected here. Null where the value is of the expected kind or of none.
 *
 * @example otherKindOfId("rec_4kQx", "action")
 */
export const otherKindOfId = (value: string | number, thing: NamedRecord): string | null => {
  const expectedId = expected[thing]
  const text = String(value)
  const [, prefix = ""] = withPrefix.exec(text) ?? []
  const kind = Object.hasOwn(kinds, prefix) ? kinds[prefix] : undefined
  if (kind !== undefined) {
    return kind.thing === thing
      ? null
      : `It is ${/^[aeiou]/.test(kind.thing) ? "an" : "a"} ${kind.thing}'s id, which ${kind.takenBy} takes. Send ${expectedId} here.`
  }
  const isNumber = wholeNumber.test(text) && thing !== "task" && thing !== "campaign"
  return isNumber
    ? `A whole number is a task_tracking_id, which {tasks.get} takes. Send ${expectedId} here.`
    : null
}

/** The error for a record that the caller cannot see, with what to do next. `as` is its id in the message. */
export const recordNotFound = (thing: NamedRecord, id: string | number, as = String(id)): NotFound =>
  new NotFound({ what: `The ${thing} ${as}`, next: otherKindOfId(id, thing) ?? nextSteps[thing] })

/** Deeper than any of our inputs, yet too shallow to exhaust the stack. */
const maxDepth = 16

/** More fields or items than any input has; it limits the work of later checks. */
const maxMembers = 1000

/** The maximum number of reported problems. */
export const maxProblems = 10

/**
 * Problems that apply to every schema: excessive nesting or size, and text that a database cannot store (NUL)
 * or that is not Unicode (half of a surrogate pair).
 */
export const problemsOfRawInput = (raw: unknown): ReadonlyArray<FieldProblem> => {
  const problems: Array<FieldProblem> = []
  const walk = (value: unknown, path: string, depth: number): void => {
    if (problems.length >= maxProblems) return
    const fieldPath = path.slice(0, 200).toWellFormed() || "input"
    if (typeof value === "string") {
      if (value.includes("\0"))
        problems.push({ path: fieldPath, message: "must not contain a NUL character" })
      else if (!value.isWellFormed())
        problems.push({ path: fieldPath, message: "must be well-formed Unicode text" })
    } else if (typeof value === "object" && value !== null) {
      if (depth > maxDepth) {
        problems.push({ path: fieldPath, message: `must not be nested deeper than ${maxDepth} levels` })
        return
      }
      const members = Object.entries(value)
      if (members.length > maxMembers) {
        problems.push({ path: fieldPath, message: `must not have more than ${maxMembers} fields or items` })
        return
      }
      for (const [name, inner] of members) {
        if (name.includes("\0") || !name.isWellFormed()) {
          problems.push({ path: fieldPath, message: "has a field whose name is not readable text" })
        } else walk(inner, path ? `${path}.${name}` : name, depth + 1)
      }
    }
  }
  walk(raw, "", 0)
  return problems
}

export type Decoded =
  | { readonly ok: true; readonly input: unknown }
  | { readonly ok: false; readonly error: ValidationError | NotFound }

/** The default message of schemas without their own, in the terms of their code. */
const defaultMessage = /^Expected /

/** Truncates a caller's text for repetition in a message. */
const truncate = (text: string): string => text.slice(0, 100).toWellFormed()

type FieldTypes = ReadonlyMap<string, SchemaAST.AST>

/** The kind of record that a field names, if it names one. */
const recordOf = (types: FieldTypes, path: string): NamedRecord | undefined => {
  const type = types.get(path)
  return type && Option.getOrUndefined(SchemaAST.getAnnotation<NamedRecord>(NamesResource)(type))
}

/** What to send for a missing field. */
const missingText = (thing: NamedRecord | undefined, schema: JsonSchema | undefined): string => {
  if (thing !== undefined) return `is required: ${expected[thing]}. ${nextSteps[thing].replace(/\.$/, "")}`
  const text = requirementText(schema ?? {})
  return text.startsWith("must be") ? `is required, and ${text}` : "is required"
}

const unknownInside = (schema: JsonSchema | undefined, name: string): string => {
  const known = Object.keys((schema?.["properties"] ?? {}) as object)
  const nearest = nearestName(name, known)
  const guess = nearest === null ? "" : `; did you mean ${nearest}?`
  return known.length === 0
    ? "is not known here"
    : `is not known here${guess || ";"} it takes ${known.join(", ")}`
}

const toProblem =
  (schema: JsonSchema, types: FieldTypes) =>
  (issue: ParseResult.ArrayFormatterIssue): FieldProblem => {
    const path = truncate(issue.path.map(String).join(".")) || "input"
    if (issue._tag === "Unexpected") {
      const within = schemaAt(schema, issue.path.slice(0, -1))
      return { path, message: unknownInside(within, truncate(String(issue.path.at(-1)))) }
    }
    if (issue._tag === "Missing")
      return { path, message: missingText(recordOf(types, path), schemaAt(schema, issue.path)) }
    if (!defaultMessage.test(issue.message)) return { path, message: issue.message }
    return { path, message: requirementText(schemaAt(schema, issue.path) ?? {}) }
  }

/** A well-typed name that no record can have is reported as not found, not as a validation error. */
const notFoundFor = (types: FieldTypes, path: string, raw: object): NotFound | undefined => {
  const thing = recordOf(types, path)
  const value = (raw as Record<string, unknown>)[path]
  if (thing === undefined || (typeof value !== "string" && typeof value !== "number")) return undefined
  return recordNotFound(thing, value, JSON.stringify(truncate(String(value))))
}

/** Keeps the first problem of each field: later ones usually follow from it. */
const firstPerField = (problems: ReadonlyArray<FieldProblem>) =>
  [...new Map(problems.toReversed().map((problem) => [problem.path, problem])).values()].toReversed()

/** The message for an unknown field: the nearest known name, and all accepted names. */
const unknownField = (label: string, known: ReadonlyArray<string>) => {
  const takes = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`
  return (name: string): FieldProblem => {
    const nearest = nearestName(name, known)
    const guess = nearest === null ? "" : `did you mean ${nearest}? `
    return { path: truncate(name), message: `is not a parameter of ${label}; ${guess}${takes}` }
  }
}

/**
 * Compiles the decoder of an input: from raw JSON values to the input, or to its problems. `label`: what takes
 * the input, for messages.
 */
export const compileDecoder = (
  input: Schema.Schema.AnyNoContext,
  label: string
): ((raw: unknown) => Decoded) => {
  const decode = Schema.decodeUnknownEither(input, { errors: "all", onExcessProperty: "error" })
  const types = fieldTypes(input)
  const known = [...types.keys()]
  const schema = inputJsonSchema({ input })
  const unknownProblem = unknownField(label, known)
  const refuse = (fields: ReadonlyArray<FieldProblem>): Decoded => ({
    ok: false,
    error: new ValidationError({ fields: fields.slice(0, maxProblems) })
  })
  return (raw) => {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
      return refuse([{ path: "input", message: "must be a JSON object" }])
    }
    const unreadable = problemsOfRawInput(raw)
    if (unreadable.length > 0) return refuse(unreadable)
    const unknown = Object.keys(raw).filter((name) => !known.includes(name))
    if (unknown.length > 0) return refuse(unknown.slice(0, maxProblems).map(unknownProblem))
    const decoded = decode(raw)
    if (decoded._tag === "Right") return { ok: true, input: decoded.right }
    const problems = firstPerField(
      Parse.ArrayFormatter.formatErrorSync(decoded.left).map(toProblem(schema, types))
    )
    const missing = problems.length === 1 ? notFoundFor(types, problems[0]!.path, raw) : undefined
    return missing ? { ok: false, error: missing } : refuse(problems)
  }
}

const compiled = new WeakMap<Operation, (raw: unknown) => Decoded>()

/** Decodes raw JSON values into an operation's input, or returns the problems. */
export const decodeInput = (operation: Operation, raw: unknown): Decoded => {
  const decode = compiled.get(operation) ?? compileDecoder(operation.input, `{${operation.name}}`)
  compiled.set(operation, decode)
  return decode(raw)
}
