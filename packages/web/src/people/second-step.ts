import { type Enrolled, type Enrolment, type SignedIn, signInStepEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import type { BrowserRequest, Page, PageResponse } from "../kit/browser-request.ts"
import { field, form, type Problem } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import { safeLocalPath } from "../kit/local-path.ts"
import { formPage } from "../kit/page-route.ts"
import type { PageRouter } from "../kit/page-router.ts"
import { enrolmentSteps, recoveryCodeList } from "./enrolment.ts"

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
  withNext(codePath!, next),
  html`${challengeField(challenge)}
${field({ name: "code", label: "Code from your authenticator app", autocomplete: "one-time-code", hint: "Six digits, or one of your recovery codes.", focus: true }, problems)}
<div class="actions"><button>Sign in</button></div>`
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
  withNext(enrolPath!, next),
  html`${challengeField(challenge)}
${field({ name: "code", label: "Code", autocomplete: "one-time-code", focus: problems.length > 0 }, problems)}
<div class="actions"><button>Turn on and sign in</button></div>`
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
      renderError: (error, request, form) =>
        error._tag === "not_found" ? toSignIn(stepOf(request, form).next) : null,
      showAgain: (error, request, form) => {
        const step = stepOf(request, form)
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
