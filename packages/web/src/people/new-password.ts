import { minPasswordLength, type NewPassword, type PasswordChanged } from "@adwarden/core"
import type { ServiceError } from "@adwarden/core/contract"
import type { PageResponse } from "../kit/browser-request.ts"
import { field, type Problem } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"

/** The field in which somebody chooses a password. */
export const newPasswordField = (label: string, problems: ReadonlyArray<Problem>): Html =>
  field(
    {
      name: "password",
      label,
      type: "password",
      autocomplete: "new-password",
      hint: `At least ${minPasswordLength} characters. A few words that belong together only for you are best.`
    },
    problems
  )

/** The choice that a form with a new password carries. The hidden field tells an unticked box from a form without one. */
const [appsChoiceField, disconnectField] = ["apps_choice", "disconnect_apps"]

/** Offers to keep the connected apps, which end with the old password otherwise. */
export const appsCheckbox = (
  keepApps = false
): Html => html`<input type="hidden" name="${appsChoiceField}" value="shown" />
<div class="choice">
<input type="checkbox" id="${disconnectField}" name="${disconnectField}" value="yes" ${keepApps ? null : html`checked`}
  aria-describedby="${disconnectField}-hint" />
<label for="${disconnectField}">Disconnect all connected apps
<span class="hint" id="${disconnectField}-hint">Untick this only if nobody else knew your password. Apps can be connected again at any time.</span></label>
</div>`

/** The new password of a form. Connected apps are kept only where the person unticked the box. */
export const newPasswordOf = (form: URLSearchParams): NewPassword => ({
  password: form.get("password") ?? "",
  keepApps: form.has(appsChoiceField) && !form.has(disconnectField)
})

/** Where somebody goes who has just chosen a password. */
export const passwordChangedResponse = ({ disconnected, session }: PasswordChanged): PageResponse => ({
  redirect: disconnected === 0 ? "/?done=password" : "/?done=password-and-apps",
  session
})

const fieldLabels: Readonly<Record<string, string>> = {
  password: "The new password",
  current: "This",
  name: "Your name",
  email: "This"
}

/** What is wrong with a form, in whole sentences; null where something else happened than that. */
export const problemsOf = (error: { readonly _tag: string }): ReadonlyArray<Problem> | null =>
  isValidation(error)
    ? error.fields.map(({ message, path }) => ({ path, message: `${fieldLabels[path] ?? path} ${message}.` }))
    : null

const isValidation = (error: {
  readonly _tag: string
}): error is Extract<ServiceError, { readonly _tag: "validation_error" }> => error._tag === "validation_error"
