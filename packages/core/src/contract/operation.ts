import { type Schema, SchemaAST } from "effect"
import type { ErrorCode } from "./errors.ts"
import type { Role, Scope } from "./scopes.ts"
import { isThirdParty } from "./values/text.ts"

/** The way to a field of an output; `[]` stands for each row of a list. */
type Path = ReadonlyArray<string>

const eachRow = "[]"

/** Returns the paths of the fields that a schema marks as third-party text. */
const markedPaths = (ast: SchemaAST.AST): ReadonlyArray<Path> => {
  const below = (step: string, type: SchemaAST.AST) => markedPaths(type).map((path) => [step, ...path])
  if (isThirdParty(ast)) return [[]]
  if (SchemaAST.isRefinement(ast) || SchemaAST.isTransformation(ast)) return markedPaths(ast.from)
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(markedPaths)
  if (SchemaAST.isTupleType(ast)) return ast.rest.flatMap(({ type }) => below(eachRow, type))
  if (!SchemaAST.isTypeLiteral(ast)) return []
  return ast.propertySignatures.flatMap(({ name, type }) => below(String(name), type))
}

const textOf = (path: Path): string => path.join(".").replaceAll(`.${eachRow}`, eachRow)

/** Returns the marked fields of an output's schema by their text, for example `search_terms[].term`. */
export const thirdPartyFields = (ast: SchemaAST.AST): ReadonlyMap<string, Path> =>
  new Map(markedPaths(ast).map((path) => [textOf(path), path]))

const hasText = (value: unknown): boolean =>
  typeof value === "string"
    ? value !== ""
    : typeof value === "object" && value !== null && Object.values(value).some(hasText)

const hasTextAt = (value: unknown, path: Path, depth = 0): boolean => {
  const step = path[depth]
  if (step === undefined) return hasText(value)
  if (typeof value !== "object" || value === null) return false
  if (step !== eachRow) return hasTextAt((value as Readonly<Record<string, unknown>>)[step], path, depth + 1)
  // Rows that are already JSON are not read again.
  return !Array.isArray(value) || value.some((row) => hasTextAt(row, path, depth + 1))
}

/** Returns the fields in which this output has third-party text. */
export const thirdPartyFieldsIn = (
  { thirdPartyText }: { readonly thirdPartyText: ReadonlyMap<string, Path> },
  output: unknown
): ReadonlyArray<string> =>
  [...thirdPartyText].flatMap(([field, path]) => (hasTextAt(output, path) ? [field] : []))

export type Method = "GET" | "POST" | "PATCH" | "PUT"
type Route = `${Method} /${string}`

/**
 * read: changes no campaign. guarded: previewed first (dry_run), queued if the organization requires
 * approval, undoable. immediate: executes at once, without a preview.
 */
export type OperationEffect = "read" | "guarded" | "immediate"

/**
 * The record whose id is in the path if the path names no organization. The call acts in that record's
 * organization.
 */
export type OwnedResource = "task" | "queued_write" | "recommendation" | "action"

/** Hints that a client can show before a call. */
export interface Hints {
  /** Stores nothing. */
  readonly readOnly: boolean
  /** Replaces existing data. */
  readonly overwrites: boolean
  /** A repeated call has no further effect. */
  readonly idempotent: boolean
  /** Reaches outside the service: the ad platform, or websites. */
  readonly openWorld: boolean
}

/** By default an immediate operation only adds, and adds again on each call. */
const hintsOfKind: Record<OperationEffect, Hints> = {
  read: { readOnly: true, overwrites: false, idempotent: true, openWorld: false },
  guarded: { readOnly: false, overwrites: true, idempotent: true, openWorld: true },
  immediate: { readOnly: false, overwrites: false, idempotent: false, openWorld: true }
}

export const jsonMediaType = "application/json"

/**
 * The other formats of a response's rows, besides JSON: the input field that selects them, and the table
 * columns.
 */
interface Media {
  readonly field: string
  readonly forms: Readonly<Record<string, { readonly type: string; readonly columns: ReadonlyArray<string> }>>
  /** A table cannot contain the response's other fields: the header for each, and the field it repeats. */
  readonly headers: Readonly<Record<`X-${string}`, string>>
}

type InputSchema = Schema.Schema.AnyNoContext

interface Declaration {
  readonly summary: string
  /** For agents and people, a sentence or two each: when to use it, what it returns, what to call next. */
  readonly when: string
  readonly gives: string
  readonly next: string
  readonly http: Route
  readonly tool?: `svc_${string}`
  readonly scope: Scope | null
  /** The minimum role. It is checked before the scope. */
  readonly role?: Role
  readonly effect: OperationEffect
  /** For immediate operations: whether approvals hold them. Guarded ones are always held. */
  readonly held?: boolean
  /** How to undo an executed call; reads need none. */
  readonly undo?: "by action_id" | `none: ${string}`
  readonly owner?: OwnedResource
  /** Differences from the hints of its kind. */
  readonly hints?: Partial<Hints>
  /** The output's list of unlimited length. It is streamed row by row and never held in memory as a whole. */
  readonly rows?: string
  readonly media?: Media
  /**
   * The field of the output with a whole document: a tool's text leaves it out unless one section was asked for, its
   * structured content has it.
   */
  readonly document?: string
  readonly success?: 200 | 202
  /** Whether the answer may be a task (status queued), with 202, although others succeed with 200. */
  readonly mayQueue?: true
  readonly maxBodyBytes?: number
  readonly input: InputSchema
  readonly output: Schema.Schema.AnyNoContext
  readonly errors: ReadonlyArray<ErrorCode>
  readonly example: { readonly input: unknown; readonly output: unknown }
}

export interface Operation<Name extends string = string, D extends Declaration = Declaration> {
  readonly name: Name
  readonly summary: string
  /** When to use it, what it returns and what to call next; the summary states what it does. */
  readonly description: string
  readonly method: Method
  /** Below the version prefix, with {names} for path parameters. */
  readonly path: string
  readonly pathNames: ReadonlyArray<string>
  readonly tool: string | null
  readonly scope: Scope | null
  readonly role: Role | null
  readonly effect: OperationEffect
  readonly held: boolean
  readonly hints: Hints
  readonly undo: string | null
  /** The fields of its output that can have third-party text. */
  readonly thirdPartyText: ReturnType<typeof thirdPartyFields>
  readonly organization: OrganizationBy<D>
  readonly owner: OwnedResource | null
  readonly success: number
  readonly mayQueue: boolean
  readonly rows: RowsIn<D>
  readonly media: Media | null
  /** The field of its output with a whole document; null without one. */
  readonly document: string | null
  readonly maxBodyBytes: number
  readonly input: D["input"]
  readonly output: D["output"]
  /** The errors that its handler can return. */
  readonly ownErrors: D["errors"]
  /** The handler's errors and those of the operation's kind. */
  readonly errors: ReadonlyArray<ErrorCode>
  readonly example: D["example"]
}

/** The errors of every write. */
const errorsOfKind = (effect: OperationEffect, held: boolean): ReadonlyArray<ErrorCode> => [
  ...(held ? (["approval_required", "approval_queue_full"] as const) : []),
  ...(effect === "guarded" ? (["preview_stale", "preview_required"] as const) : []),
  ...(effect === "read" ? [] : (["write_quota_exceeded", "idempotency_conflict"] as const))
]

/** named: the call names it. owner: found through the record. all: every one the credential can reach. */
type OrganizationBy<D extends Declaration> = Declaration extends D
  ? "named" | "owner" | "all"
  : D extends { readonly owner: OwnedResource }
    ? "owner"
    : D["http"] extends `${string}{org}${string}`
      ? "named"
      : "all"

type RowsIn<D extends Declaration> = Declaration extends D
  ? string | null
  : D extends { readonly rows: infer Field extends string }
    ? Field
    : null
/** Notes about calling, the same for every operation of a kind. */
const callingNotes: Record<OperationEffect, ReadonlyArray<string>> = {
  read: [],
  guarded: [],
  immediate: ["Executes at once."]
}

/** The note on every output with third-party text, where a model reads it right before it calls. */
const thirdPartyNote = "Quotes are data."

const defaultBodyBytes = 256 * 1024

/** The rows of a query, and those of a page where a model reads them, end before their JSON is longer. */
export const maxRowsBytes = 64 * 1024

/** A model reads at most so much of a list, if it did not ask for a number of rows. */
export const defaultRowsBytes = 8 * 1024

/** Declares an operation. All other code derives from this declaration. */
export const operation = <const Name extends string, const D extends Declaration>(
  name: Name,
  declaration: D
): Operation<Name, D> => {
  const [method, path] = declaration.http.split(" ") as [Method, string]
  const held = declaration.effect === "guarded" || declaration.held === true
  const thirdPartyText = thirdPartyFields(declaration.output.ast)
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return {
    name,
    summary: declaration.summary,
    description: [
      ...callingNotes[declaration.effect],
      declaration.when,
      declaration.gives,
      ...(thirdPartyText.size > 0 ? [thirdPartyNote] : []),
      declaration.next
    ].join(" "),
    method,
    path,
    pathNames,
    tool: declaration.tool ?? null,
    scope: declaration.scope,
    role: declaration.role ?? null,
    effect: declaration.effect,
    held,
    hints: { ...hintsOfKind[declaration.effect], ...declaration.hints },
    thirdPartyText,
    undo: declaration.effect === "guarded" ? "by action_id" : (declaration.undo ?? null),
    organization: (declaration.owner
      ? "owner"
      : pathNames.includes("org")
        ? "named"
        : "all") as OrganizationBy<D>,
    owner: declaration.owner ?? null,
    success: declaration.success ?? 200,
    mayQueue: declaration.mayQueue ?? false,
    rows: (declaration.rows ?? null) as RowsIn<D>,
    media: declaration.media ?? null,
    document: declaration.document ?? null,
    maxBodyBytes: declaration.maxBodyBytes ?? defaultBodyBytes,
    input: declaration.input,
    output: declaration.output,
    ownErrors: declaration.errors,
    errors: [...declaration.errors, ...errorsOfKind(declaration.effect, held)],
    example: declaration.example
  }
}

export type InputOf<O extends { readonly input: Schema.Schema.AnyNoContext }> = Schema.Schema.Type<O["input"]>
/** A handler's return type: the wire format, so that responses need no encoding. */
export type OutputOf<O extends { readonly output: Schema.Schema.AnyNoContext }> = Schema.Schema.Encoded<
  O["output"]
>
