import type { ErrorBody } from "../runtime/errors.ts"

/** A field of an operation's input: what a flag, an argument or an input of a form is made of. */
export interface FieldInfo {
  /** As the service calls it. */
  readonly name: string
  /** Fields in the path are the first arguments of a method; `org` is bound to the client. */
  readonly place: "path" | "query" | "body" | "header"
  readonly required: boolean
  readonly kind: "text" | "number" | "integer" | "boolean" | "texts" | "objects" | "object"
  /** May name operations as `{campaigns.get}`: each surface tells them in its own words. */
  readonly description: string
  /** The words that it takes, where it takes only some. */
  readonly words?: ReadonlyArray<string>
  readonly default?: string | number | boolean
  /** The smallest and the largest number, or how many items. */
  readonly least?: number
  readonly most?: number
  /** Characters of a text, or of each of them. */
  readonly longest?: number
  readonly format?: "date" | "uri"
  /** The fields inside an object. */
  readonly fields?: ReadonlyArray<FieldInfo>
}

/**
 * An operation as data. Its kind says how it is called and what comes of it: `read` answers, `list` comes in pages,
 * `download` is streamed, `guarded` previews unless `dry_run` is false, `write` acts at once.
 */
export interface OperationInfo {
  /** `campaigns.set_state` */
  readonly name: string
  /** `client[group][method]` */
  readonly group: string
  readonly method: string
  readonly kind: "read" | "list" | "download" | "guarded" | "write"
  readonly summary: string
  readonly description: string
  readonly http: { readonly method: string; readonly path: string }
  readonly scope: string | null
  readonly role: string | null
  /** Whether it may wait for a person's approval. */
  readonly held: boolean
  readonly undo: string | null
  /** Whether its answer names work in the background, in `task_tracking_id`. */
  readonly task: boolean
  /** The field of the answer that holds the rows of a list or the items of a download. */
  readonly rows: string | null
  /** The forms that a download comes in. */
  readonly formats: ReadonlyArray<string>
  readonly fields: ReadonlyArray<FieldInfo>
  readonly errors: ReadonlyArray<ErrorBody["code"]>
  /** An input, as `callOperation` takes it. */
  readonly example: unknown
}
