import type { FieldInfo, OperationInfo } from "@adwarden/client/operations"
import { kebab } from "./names.ts"

/**
 * The shape of a command follows from its operation. Path fields and required fields are arguments; all others are
 * flags of the same name. The fields of an object are flags, too.
 */

/** Handled by the CLI itself: `--execute` replaces `dry_run`. */
const omittedFields: ReadonlySet<string> = new Set(["org", "dry_run"])

export const isArgument = ({ place, required }: FieldInfo): boolean => place === "path" || required

export const argumentFields = ({ fields }: OperationInfo): ReadonlyArray<FieldInfo> =>
  fields.filter((field) => isArgument(field) && !omittedFields.has(field.name))

/** Returns the fields that are flags, including those of objects. */
export const flagFields = ({ fields }: OperationInfo): ReadonlyArray<FieldInfo> =>
  fields
    .filter((field) => !isArgument(field) && !omittedFields.has(field.name))
    .flatMap((field) => (field.kind === "object" ? (field.fields ?? []) : [field]))

/** A long list of texts is read from a file. */
export const fileFlag = ({ name }: FieldInfo): string => `${kebab(name)}-file`

export const isWrite = ({ kind }: OperationInfo): boolean => kind === "guarded" || kind === "write"

/** Returns whether a call can leave something to wait for: a background task or an approval. */
export const canWait = ({ group, held, task }: OperationInfo): boolean =>
  task || held || group === "queuedWrites"
