import {
  type Enrolled,
  type Enrolment,
  Settings,
  type SettingsShape,
  type SignedIn,
  signInEndpoints,
  signInStepEndpoints
} from "@adwarden/core"
import { Effect } from "effect"
import qrCode from "qrcode-generator"
import { field, form, notice, type Problem } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import { safeLocalPath } from "../kit/local-path.ts"
import { type BrowserRequest, formPage, type Page, type PageResponse } from "../kit/page.ts"
import type { PageRouter } from "../kit/page-router.ts"

/** Light modules around the code that scanners need. */
const quietZone = 4

/** Draws a text as a QR code. It is dark on light in every colour scheme. */
const qrSvg = (text: string, label: string): Html => {
  // The smallest version that fits, with error correction level M.
  const code = qrCode(0, "M")
  code.addData(text)
  code.make()
  const modules = Array.from({ length: code.getModuleCount() }, (_, n) => n)
  const path = modules.flatMap((row) =>
    modules
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + quietZone},${row + quietZone}h1v1h-1z`)
  )
  const size = modules.length + quietZone * 2
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" width="220" height="220" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff" /><path d="${path.join("")}" fill="#000" /></svg>`
}

/** The secret in groups of four, for typing it into an app that cannot scan. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)!.join(" ")

/** How to set up an authenticator app with a new secret. */
export const enrolmentSteps = ({ secret, uri }: Enrolment): Html =>
  html`<p>1. Scan this code with an authenticator app, such as 1Password, Google Authenticator or Aegis.</p>
${qrSvg(uri, "QR code for your authenticator app")}
<p>Or enter this key in the app: <code>${grouped(secret)}</code></p>
<p>2. Enter the six digits that the app shows.</p>`

/** The recovery codes, which are shown once. */
export const recoveryCodeList = (codes: ReadonlyArray<string>): Html =>
  html`<p><b>Save these recovery codes now. They are shown this once.</b> Each signs you in once if you lose your phone.</p>
<pre class="codes" tabindex="0" aria-label="Recovery codes">${codes.join("\n")}</pre>`

const [codePath, enrolPath] = ["/sign-in/code", "/sign-in/second-factor"]

/** The step's own address with the page that follows; the challenge travels in the form, not in an address. */
const withNext = (path: string, next: string): string => `${path}?next=${encodeURIComponent(next)}`

const challengeField = (challenge: string): Html =>
  html`<input type="hidden" name="challenge" value="${challenge}" />`

const wrongCode: ReadonlyArray<Problem> = [
  { path: "code", message: "This code is not valid now. Wait for the next code and enter that one." }
]

interface Step {
  readonly challenge: string
  readonly next: string
  readonly problems?: ReadonlyArray<Problem>
}

const codePage = (request: BrowserRequest, { challenge, next, problems = [] }: Step): Page => ({
  title: "Enter your code",
  status: problems.length === 0 ? 200 : 422,
  body: html`<h1>Enter your code</h1>
<p class="lead">Your account has a second factor.</p>
${form(
  request,
  html`${challengeField(challenge)}
${field({ name: "code", label: "Code from your authenticator app", autocomplete: "one-time-code", hint: "Six digits, or one of your recovery codes.", focus: true }, problems)}
<div class="actions"><button>Sign in</button></div>`,
  withNext(codePath!, next)
)}
<p class="aside">Lost both? Ask the people who run this service to reset your second factor.</p>`
})

const enrolPage = (
  request: BrowserRequest,
  enrolment: Enrolment,
  { challenge, next, problems = [] }: Step
): Page => ({
  title: "Set up a second factor",
  status: problems.length === 0 ? 200 : 422,
  body: html`<h1>Set up a second factor</h1>
<p class="lead">Your organization requires one. It protects your account if somebody learns your password.</p>
${enrolmentSteps(enrolment)}
${form(
  request,
  html`${challengeField(challenge)}
${field({ name: "code", label: "Code", autocomplete: "one-time-code", focus: problems.length > 0 }, problems)}
<div class="actions"><button>Turn on and sign in</button></div>`,
  withNext(enrolPath!, next)
)}`
})

const enrolledPage = ({ recoveryCodes }: Enrolled, next: string): Page => ({
  title: "Your recovery codes",
  status: 200,
  body: html`<h1>Your second factor is on</h1>
${recoveryCodeList(recoveryCodes)}
<div class="actions"><a class="button" href="${next}">I have saved them: continue</a></div>`
})

/** The response after a first factor: signed in, or the second step. */
export const signedInResponse = (signedIn: SignedIn, request: BrowserRequest, next: string): PageResponse => {
  if ("session" in signedIn) return { redirect: next, session: signedIn.session }
  const { challenge, enrolment } = signedIn
  return enrolment === null
    ? codePage(request, { challenge, next })
    : enrolPage(request, enrolment, { challenge, next })
}

const stepOf = (request: BrowserRequest, sent: URLSearchParams) => ({
  challenge: sent.get("challenge") ?? "",
  next: safeLocalPath(request.query.get("next"))
})

/** An expired challenge leads back to the password. */
const toSignIn = (next: string): PageResponse => ({ redirect: withNext("/sign-in", next) })

/** /sign-in/code and /sign-in/second-factor: the second step of a sign-in. */
export const secondStep = (router: PageRouter) =>
  Effect.map(signInStepEndpoints, (endpoints) => {
    router.post(codePath!, {
      name: "people.sign_in_code",
      invocation: ({ session }, form) =>
        Effect.succeed({
          endpoint: endpoints.enterCode(form.get("challenge") ?? "", form.get("code") ?? "", session)
        }),
      render: (session, request, form) => ({ redirect: stepOf(request, form).next, session }),
      renderError: (error, request, form) => {
        const step = stepOf(request, form)
        if (error._tag === "not_found") return toSignIn(step.next)
        return error._tag === "validation_error" ? codePage(request, { ...step, problems: wrongCode }) : null
      }
    })
    router.post<Enrolled>(enrolPath!, {
      name: "people.sign_in_enrol",
      invocation: ({ session }, form) =>
        Effect.succeed({
          endpoint: endpoints.enrol(form.get("challenge") ?? "", form.get("code") ?? "", session)
        }),
      render: (enrolled, request, form) => ({
        ...enrolledPage(enrolled, stepOf(request, form).next),
        session: enrolled.session
      }),
      renderError: (error, request, form) => {
        const step = stepOf(request, form)
        if (error._tag === "not_found") return toSignIn(step.next)
        return error._tag === "validation_error"
          ? formPage(endpoints.enrolment(step.challenge), (enrolment) =>
              enrolPage(request, enrolment, { ...step, problems: wrongCode })
            )
          : null
      }
    })
    for (const path of [codePath!, enrolPath!])
      router.get(path, {
        name: "people.sign_in_page",
        // Somebody reloaded the step: it starts again.
        invocation: () => Effect.succeed({ endpoint: endpoints.begin }),
        render: (_, request) => toSignIn(safeLocalPath(request.query.get("next")))
      })
  })

type DemoPeople = NonNullable<SettingsShape["development"]>["people"]

interface SignInForm {
  readonly email: string
  readonly problem: string | null
}

/** In development: one click for each person of the demo world. */
const demoSignIn = (request: BrowserRequest, people: DemoPeople): Html | null =>
  people.length === 0
    ? null
    : html`<h2>Sign in as</h2><p class="hint">Development only: people of the demo world.</p><ul class="rows">${people.map(
        ({ email, password }) =>
          html`<li><span>${email}</span>${form(request, html`<input type="hidden" name="email" value="${email}" /><input type="hidden" name="password" value="${password}" /><button class="quiet" aria-label="Sign in as ${email}">Sign in</button>`, request.path)}</li>`
      )}</ul>`

const signInPage = (request: BrowserRequest, { email, problem }: SignInForm, people: DemoPeople): Page => ({
  title: "Sign in",
  ...(problem === null ? {} : { status: 422 }),
  body: html`<h1>Sign in</h1>
${problem === null ? null : notice(problem, "bad")}
${form(
  request,
  html`${field({ name: "email", label: "Email", type: "email", autocomplete: "username", value: email, focus: email === "" })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password", focus: email !== "" })}
<div class="actions"><button>Sign in</button></div>`,
  request.path
)}
<p class="aside"><a href="/forgot-password">Forgot your password?</a></p>
${demoSignIn(request, people)}`
})

const wrongCredentialsMessage = "The email or password is incorrect. Check both and try again."

/** /sign-in, which redirects to `next`, and /sign-out. */
export const signIn = (router: PageRouter) =>
  Effect.map(Effect.all([signInEndpoints, Settings]), ([endpoints, { development }]) => {
    const people = development?.people ?? []
    router.get("/sign-in", {
      name: "people.sign_in_page",
      invocation: () => Effect.succeed({ endpoint: endpoints.signInPage }),
      // A signed-in person is redirected, unless they want to sign in as someone else.
      render: ({ signedIn }, request) =>
        signedIn && !request.query.has("again")
          ? { redirect: safeLocalPath(request.query.get("next")) }
          : signInPage(request, { email: "", problem: null }, people)
    })
    router.post("/sign-in", {
      name: "people.sign_in",
      invocation: ({ session }, form) => {
        const [email, password] = [form.get("email") ?? "", form.get("password") ?? ""]
        return Effect.succeed({ endpoint: endpoints.signIn({ email: email.trim(), password, session }) })
      },
      render: (signedIn, request) =>
        signedInResponse(signedIn, request, safeLocalPath(request.query.get("next"))),
      renderError: (error, request, form) =>
        error._tag === "sign_in_refused"
          ? signInPage(request, { email: form.get("email") ?? "", problem: wrongCredentialsMessage }, people)
          : null
    })
    router.post("/sign-out", {
      name: "people.sign_out",
      invocation: ({ session }) => Effect.succeed({ endpoint: endpoints.signOut(session) }),
      render: () => ({ redirect: "/sign-in", session: null })
    })
  })
