import type { FieldInfo, OperationInfo } from "@adwarden/client/operations"
import { kebab } from "./names.ts"

/*
 * What a command looks like follows from its operation. What stands in the path, and whatever is required, is given by
 * its place; everything else by a flag of its name. The fields of an object inside are flags like any other.
 */

/** Told by the CLI in its own way: `--execute` is what `dry_run` is elsewhere. */
const omittedFields: ReadonlySet<string> = new Set(["org", "dry_run"])

export const isArgument = ({ place, required }: FieldInfo): boolean => place === "path" || required

export const argumentFields = ({ fields }: OperationInfo): ReadonlyArray<FieldInfo> =>
  fields.filter((field) => isArgument(field) && !omittedFields.has(field.name))

/** Fields that are given by a flag, those inside objects included. */
export const flagFields = ({ fields }: OperationInfo): ReadonlyArray<FieldInfo> =>
  fields
    .filter((field) => !isArgument(field) && !omittedFields.has(field.name))
    .flatMap((field) => (field.kind === "object" ? (field.fields ?? []) : [field]))

/** Where a list of texts is long, it comes from a file. */
export const fileFlag = ({ name }: FieldInfo): string => `${kebab(name)}-file`

export const isWrite = ({ kind }: OperationInfo): boolean => kind === "guarded" || kind === "write"

/** Whether something may be left to wait for: work in the background, or a person's approval. */
export const canWait = ({ group, held, task }: OperationInfo): boolean =>
  task || held || group === "queuedWrites"
