import type { OrganizationPageReader } from "@adwarden/core"
import { type OperationName, type Output, operationByName, type ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import { formProblems } from "../../kit/form-problems.ts"
import type { Problem } from "../../kit/forms.ts"

type Input = Readonly<Record<string, unknown>>

/** The preview of a guarded operation: what the form that executes it sends again. */
export type Preview<Name extends OperationName> = Extract<Output<Name>, { readonly dry_run: true }>

/** A change that a person asked to see: its preview, or why it has none. */
export type PreviewedChange<Name extends OperationName = OperationName> = {
  readonly operation: Name
  readonly input: Input
} & (
  | { readonly preview: Preview<Name>; readonly problems?: undefined }
  | { readonly preview?: undefined; readonly problems: ReadonlyArray<Problem> }
)

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
      (error): error is ServiceError => formProblems(error) !== null,
      (error) =>
        Effect.succeed<PreviewedChange<Name>>({ operation, input, problems: formProblems(error, labels)! })
    )
  )

const parametersOf = (text: string | null): Input => {
  try {
    const value: unknown = JSON.parse(text ?? "")
    return typeof value === "object" && value !== null ? (value as Input) : {}
  } catch {
    return {}
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
