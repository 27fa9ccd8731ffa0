import type { ErrorBody } from "../runtime/errors.ts"

/** A field of an operation's input, from which a flag, an argument or a form field can be generated. */
export interface FieldInfo {
  /** The name in the API. */
  readonly name: string
  /** Path fields are the first arguments of a method. `org` is bound to the client. */
  readonly place: "path" | "query" | "body" | "header"
  readonly required: boolean
  readonly kind: "text" | "number" | "integer" | "boolean" | "texts" | "objects" | "json" | "object"
  /** Can mention operations as `{campaigns.get}`. Replace each mention with the name that your surface uses. */
  readonly description: string
  /** The accepted values, if they are limited. */
  readonly words?: ReadonlyArray<string>
  readonly default?: string | number | boolean
  /** The smallest and largest number, or the smallest and largest number of items. */
  readonly least?: number
  readonly most?: number
  /** The maximum length of the text, or of each text in a list. */
  readonly longest?: number
  readonly format?: "date" | "uri"
  /** The fields of an object. */
  readonly fields?: ReadonlyArray<FieldInfo>
}

/**
 * An operation as data. `kind` states how it is called: `read` returns an output, `list` returns pages, `download`
 * streams, `guarded` previews unless `dry_run` is false, and `write` acts at once.
 */
export interface OperationInfo {
  /** For example `campaigns.set_state`. */
  readonly name: string
  /** The method is `client[group][method]`. */
  readonly group: string
  readonly method: string
  readonly kind: "read" | "list" | "download" | "guarded" | "write"
  readonly summary: string
  readonly description: string
  readonly http: { readonly method: string; readonly path: string }
  readonly scope: string | null
  readonly role: string | null
  /** Whether the write can be held for approval. */
  readonly held: boolean
  readonly undo: string | null
  /** Whether the output names a background task in `task_tracking_id`. */
  readonly task: boolean
  /** The field of the output that contains the rows of a list or the items of a download. */
  readonly rows: string | null
  /** The formats that a download supports. */
  readonly formats: ReadonlyArray<string>
  readonly fields: ReadonlyArray<FieldInfo>
  readonly errors: ReadonlyArray<ErrorBody["code"]>
  /** An example input for `callOperation`. */
  readonly example: unknown
}
