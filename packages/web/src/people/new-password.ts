import { minPasswordLength, type NewPassword, type PasswordChanged } from "@adwarden/core"
import { field, type Problem } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import type { BrowserRequest, PageResponse } from "../kit/page.ts"
import { signedInResponse } from "./sign-in.ts"

/** The field for a new password. */
export const newPasswordField = (label: string, problems: ReadonlyArray<Problem>): Html =>
  field(
    {
      name: "password",
      label,
      type: "password",
      autocomplete: "new-password",
      hint: `At least ${minPasswordLength} characters. A phrase of several words works best.`
    },
    problems
  )

/** The choice about connected apps. The hidden field distinguishes an unticked box from a form without one. */
const [appsChoiceField, disconnectField] = ["apps_choice", "disconnect_apps"]

/** Offers to keep the connected apps, which a new password otherwise disconnects. */
export const appsCheckbox = (
  keepApps = false
): Html => html`<input type="hidden" name="${appsChoiceField}" value="shown" />
<div class="choice">
<input type="checkbox" id="${disconnectField}" name="${disconnectField}" value="yes" ${keepApps ? null : html`checked`}
  aria-describedby="${disconnectField}-hint" />
<label for="${disconnectField}">Disconnect all connected apps
<span class="hint" id="${disconnectField}-hint">Clear this only if nobody else knew your password. Apps can be connected again at any time.</span></label>
</div>`

/** The new password of a form. Connected apps are kept only if the person unticked the box. */
export const newPasswordOf = (form: URLSearchParams): NewPassword => ({
  password: form.get("password") ?? "",
  keepApps: form.has(appsChoiceField) && !form.has(disconnectField)
})

/** The response after a password change. */
export const passwordChangedResponse = (
  { disconnected, signedIn }: PasswordChanged,
  request: BrowserRequest
): PageResponse =>
  signedInResponse(signedIn, request, disconnected === 0 ? "/?done=password" : "/?done=password-and-apps")

/** The names of the fields in a sentence. */
export const passwordLabels: Readonly<Record<string, string>> = {
  password: "The new password",
  current: "This",
  name: "Your name",
  email: "This"
}
