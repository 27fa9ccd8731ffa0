import { Option, ParseResult as Parse, type ParseResult, Schema, SchemaAST } from "effect"
import { type FieldProblem, type NotFound, ValidationError } from "./errors.ts"
import { type NamedRecord, recordNotFound } from "./id-kinds.ts"
import { fieldTypes } from "./input-fields.ts"
import { inputJsonSchema, type JsonSchema } from "./json-schema.ts"
import { nearestName } from "./nearest.ts"
import type { Operation } from "./operation.ts"
import { maxProblems, problemsOfRawInput } from "./raw-input.ts"
import { requirementText, schemaAt } from "./schema-requirements.ts"
import { NamesResource } from "./values/ids.ts"

export type Decoded =
  | { readonly ok: true; readonly input: unknown }
  | { readonly ok: false; readonly error: ValidationError | NotFound }

/** The default message of schemas without their own, in the terms of their code. */
const defaultMessage = /^Expected /

/** Truncates a caller's text for repetition in a message. */
const truncate = (text: string): string => text.slice(0, 100).toWellFormed()

const toProblem =
  (schema: JsonSchema) =>
  (issue: ParseResult.ArrayFormatterIssue): FieldProblem => {
    const path = truncate(issue.path.map(String).join(".")) || "input"
    if (issue._tag === "Unexpected") return { path, message: "is not known here" }
    if (issue._tag === "Missing") return { path, message: "is required" }
    if (!defaultMessage.test(issue.message)) return { path, message: issue.message }
    return { path, message: requirementText(schemaAt(schema, issue.path) ?? {}) }
  }

/** A well-typed name that no record can have is reported as not found, not as a validation error. */
const notFoundFor = (
  types: ReadonlyMap<string, SchemaAST.AST>,
  path: string,
  raw: object
): NotFound | undefined => {
  const type = types.get(path)
  const thing = type && Option.getOrUndefined(SchemaAST.getAnnotation<NamedRecord>(NamesResource)(type))
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
    const problems = firstPerField(Parse.ArrayFormatter.formatErrorSync(decoded.left).map(toProblem(schema)))
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
