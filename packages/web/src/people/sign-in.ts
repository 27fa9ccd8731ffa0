import { signInEntrances } from "@adwarden/core"
import { Effect } from "effect"
import { field, form, notice } from "../kit/forms.ts"
import { html } from "../kit/html.ts"
import { localPath } from "../kit/local-path.ts"
import type { Page, Visit } from "../kit/visit.ts"
import type { Web } from "../kit/web.ts"

interface Filled {
  readonly email: string
  readonly problem: string | null
}

const page = (visit: Visit, { email, problem }: Filled): Page => ({
  title: "Sign in",
  ...(problem === null ? {} : { status: 422 }),
  body: html`<h1>Sign in</h1>
${problem === null ? null : notice(problem, "bad")}
${form(
  visit,
  visit.here,
  html`${field({ name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email, focus: email === "" })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password", focus: email !== "" })}
<div class="actions"><button>Sign in</button></div>`
)}
<p class="aside"><a href="/forgot-password">I forgot my password</a></p>`
})

const wrong = "This e-mail and password do not belong together. Check both and try again."

/** /sign-in, which leads on to `next`, and /sign-out. */
export const signIn = (web: Web) =>
  Effect.map(signInEntrances, (entrances) => {
    web.get("/sign-in", {
      name: "people.sign_in_page",
      errand: () => Effect.succeed({ entrance: entrances.signInPage }),
      // Somebody who is signed in goes where they wanted to go, unless they mean to come as somebody else.
      show: ({ signedIn }, visit) =>
        signedIn && !visit.query.has("again")
          ? { redirect: localPath(visit.query.get("next")) }
          : page(visit, { email: "", problem: null })
    })
    web.post("/sign-in", {
      name: "people.sign_in",
      errand: ({ session }, sent) => {
        const [email, password] = [sent.get("email") ?? "", sent.get("password") ?? ""]
        return Effect.succeed({ entrance: entrances.signIn({ email: email.trim(), password, session }) })
      },
      show: (session, visit) => ({ redirect: localPath(visit.query.get("next")), session }),
      refused: (error, visit, sent) =>
        error._tag === "sign_in_refused"
          ? page(visit, { email: sent.get("email") ?? "", problem: wrong })
          : null
    })
    web.post("/sign-out", {
      name: "people.sign_out",
      errand: ({ session }) => Effect.succeed({ entrance: entrances.signOut(session) }),
      show: () => ({ redirect: "/sign-in", session: null })
    })
  })
