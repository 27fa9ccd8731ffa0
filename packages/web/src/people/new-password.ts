import { shortestPassword } from "@adwarden/core"
import type { ServiceError } from "@adwarden/core/contract"
import { field, type Problem } from "../kit/forms.ts"
import type { Html } from "../kit/html.ts"

/** The field in which somebody chooses a password. */
export const newPasswordField = (label: string, problems: ReadonlyArray<Problem>): Html =>
  field(
    {
      name: "password",
      label,
      type: "password",
      autocomplete: "new-password",
      hint: `At least ${shortestPassword} characters. A few words that belong together only for you are best.`
    },
    problems
  )

const subjects: Readonly<Record<string, string>> = {
  password: "The new password",
  current: "This",
  name: "Your name",
  email: "This"
}

/** What is wrong with a form, in whole sentences; null where something else happened than that. */
export const problemsOf = (error: { readonly _tag: string }): ReadonlyArray<Problem> | null =>
  isValidation(error)
    ? error.fields.map(({ message, path }) => ({ path, message: `${subjects[path] ?? path} ${message}.` }))
    : null

const isValidation = (error: {
  readonly _tag: string
}): error is Extract<ServiceError, { readonly _tag: "validation_error" }> => error._tag === "validation_error"
