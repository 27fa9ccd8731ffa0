import { passwordEntrances } from "@adwarden/core"
import { Effect } from "effect"
import { field, form, type Problem, problemSummary } from "../kit/forms.ts"
import { html } from "../kit/html.ts"
import type { Page, Visit } from "../kit/visit.ts"
import type { Web } from "../kit/web.ts"
import { afterwards, appsChoice, newPasswordField, newPasswordIn, problemsOf } from "./new-password.ts"

const page = (visit: Visit, problems: ReadonlyArray<Problem>, keepApps = false): Page => ({
  title: "Change your password",
  ...(problems.length === 0 ? {} : { status: 422 }),
  body: html`<h1>Change your password</h1>
${problemSummary(problems, ["current", "password"])}
<p class="lead">You stay signed in here, and are signed out everywhere else. Open reset links stop working.</p>
${form(
  visit,
  "/change-password",
  html`${field({ name: "current", label: "Present password", type: "password", autocomplete: "current-password" }, problems)}
${newPasswordField("New password", problems)}
${appsChoice(keepApps)}
<div class="actions"><button>Save</button><a class="button quiet" href="/">Cancel</a></div>`
)}`
})

/** /change-password, for those who are signed in. */
export const changePassword = (web: Web) =>
  Effect.map(passwordEntrances, (entrances) => {
    web.get("/change-password", {
      name: "people.change_password_page",
      errand: () => Effect.succeed({ entrance: entrances.changePage }),
      show: (_, visit) => page(visit, [])
    })
    web.post("/change-password", {
      name: "people.change_password",
      errand: (_, sent) =>
        Effect.succeed({ entrance: entrances.change(sent.get("current") ?? "", newPasswordIn(sent)) }),
      show: afterwards,
      refused: (error, visit, sent) => {
        const problems = problemsOf(error)
        return problems === null ? null : page(visit, problems, newPasswordIn(sent).keepApps)
      }
    })
  })
