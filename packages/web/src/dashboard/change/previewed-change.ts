import type {
  Frame,
  OrganizationPageReader,
  PeopleWritePreview,
  PeopleWritesShape,
  PreviewedUndo
} from "@adwarden/core"
import {
  maxScopes,
  messageOf,
  type OperationName,
  type Output,
  operationByName,
  type PeopleWriteName,
  peopleWrites,
  type ServiceError,
  type WriteName
} from "@adwarden/core/contract"
import { Effect } from "effect"
import { formProblems, type Problem } from "../../kit/forms.ts"

type Input = Readonly<Record<string, unknown>>

/** The preview of a write: what the form that executes it sends again. */
export type Preview<Name extends WriteName> = Name extends OperationName
  ? Extract<Output<Name>, { readonly dry_run: true }>
  : PeopleWritePreview

/** A change that a person asked to see: its preview, or why it has none. */
export type PreviewedChange<Name extends WriteName = WriteName> = {
  readonly operation: Name
  readonly input: Input
} & (
  | { readonly preview: Preview<Name>; readonly problems?: undefined }
  | { readonly preview?: undefined; readonly problems: ReadonlyArray<Problem> }
)

/** A refusal of a preview as problems of its form; null for an error that has a page of its own. */
const previewProblems = (
  error: { readonly _tag: string },
  labels: Readonly<Record<string, string>>
): ReadonlyArray<Problem> | null =>
  // The rest of the page can be read although the ad platform cannot.
  error._tag === "unavailable"
    ? [{ path: "", message: messageOf(error as ServiceError) }]
    : formProblems(error, labels)

/**
 * Previews an operation for a page. An input that the operation refuses is no error of the page: it is shown beside
 * its form, with `labels` as the names of the fields.
 */
export const previewChange = <Name extends OperationName>(
  { read }: OrganizationPageReader,
  operation: Name,
  input: Input,
  labels: Readonly<Record<string, string>> = {}
) =>
  read(operation, { ...input, dry_run: true }).pipe(
    Effect.map((output): PreviewedChange<Name> => ({ operation, input, preview: output as Preview<Name> })),
    Effect.catchIf(
      (error): error is ServiceError => previewProblems(error, labels) !== null,
      (error) =>
        Effect.succeed<PreviewedChange<Name>>({ operation, input, problems: previewProblems(error, labels)! })
    )
  )

/** Previews a write that only people make, as `previewChange` previews an operation. */
export const previewPeopleWrite = <Name extends PeopleWriteName>(
  { clearance }: OrganizationPageReader,
  people: PeopleWritesShape,
  operation: Name,
  input: Input,
  labels: Readonly<Record<string, string>> = {}
) =>
  people.previewIn(clearance, operation, input).pipe(
    Effect.map((preview) => ({ operation, input, preview }) as PreviewedChange<Name>),
    Effect.catchIf(
      (error): error is ServiceError => formProblems(error) !== null,
      (error) =>
        Effect.succeed({ operation, input, problems: formProblems(error, labels)! } as PreviewedChange<Name>)
    )
  )

/** Whether the role of the page's person can call an operation. Pages leave out forms that would be refused. */
export const mayCall = ({ organization }: Frame, operation: OperationName): boolean => {
  const scope = operationByName.get(operation)?.scope ?? null
  return organization !== null && (scope === null || maxScopes(organization.effectiveRole).has(scope))
}

/** The number that a person typed, or the text itself, so that the operation says what is wrong with it. */
export const amountOf = (text: string): number | string => {
  const plain = text.trim().replaceAll(",", "")
  return plain === "" || Number.isNaN(Number(plain)) ? text : Number(plain)
}

const parametersOf = (text: string | null): Input => {
  try {
    const value: unknown = JSON.parse(text ?? "")
    return typeof value === "object" && value !== null ? (value as Input) : {}
  } catch {
    return {}
  }
}

const actionId = /^act_[0-9A-Za-z]{1,100}$/

/** The undo that a form executes; null for every other change. Its hash is no field of the API. */
export const undoOfForm = (form: URLSearchParams): PreviewedUndo | null => {
  const { all, id } = parametersOf(form.get("input"))
  return form.get("operation") !== "actions.undo" || typeof id !== "string" || !actionId.test(id)
    ? null
    : {
        id,
        all: all === true,
        previewHash: form.get("preview_hash") ?? "",
        idempotencyKey: form.get("idempotency_key")
      }
}

/** The write for people that a form executes; null for every other change. Its typed fields are named `input.…`. */
export const peopleWriteOfForm = (form: URLSearchParams) => {
  const name = form.get("operation") ?? ""
  if (!Object.hasOwn(peopleWrites, name)) return null
  const typed = [...form].flatMap(([field, value]) =>
    field.startsWith("input.") && value.trim() !== "" ? [[field.slice("input.".length), value.trim()]] : []
  )
  return {
    name: name as PeopleWriteName,
    input: { ...parametersOf(form.get("input")), ...Object.fromEntries(typed) },
    options: {
      ...(form.get("preview_hash") ? { previewHash: form.get("preview_hash")! } : {}),
      ...(form.get("idempotency_key") ? { idempotencyKey: form.get("idempotency_key")! } : {})
    }
  }
}

/**
 * The operation that a form of a preview executes; null if the form names none that changes something. The pipeline
 * authorizes and decodes it like every other call, and the hash refuses anything but what was shown.
 */
export const changeOfForm = (org: string, form: URLSearchParams) => {
  const operation = operationByName.get((form.get("operation") ?? "") as OperationName)
  if (operation === undefined || operation.effect === "read") return null
  const key = form.get("idempotency_key")
  const values = {
    ...parametersOf(form.get("input")),
    ...(operation.organization === "named" ? { org } : {}),
    ...(operation.effect === "guarded"
      ? { dry_run: false, preview_hash: form.get("preview_hash") ?? "" }
      : {}),
    ...(key === null ? {} : { idempotency_key: key })
  }
  return { operation, input: { values, unreadable: null } }
}
