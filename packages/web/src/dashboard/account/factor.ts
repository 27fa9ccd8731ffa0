import { type Enrolment, type PageData, Pages, secondFactorEndpoints } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { field, form, formProblems, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { lookUp } from "../../kit/local-path.ts"
import { type BrowserRequest, formPage, type Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  badge,
  banner,
  card,
  count,
  dialog,
  head,
  hidden,
  linkButton,
  problemBanner
} from "../../parts/index.ts"
import { enrolmentSteps, recoveryCodeList } from "../../people/sign-in.ts"

const path = pagePaths.account("factor")

interface State {
  readonly enabled: boolean
  readonly requiredBy: ReadonlyArray<string>
  readonly recoveryCodes: number
}

interface View {
  readonly enrolment?: Enrolment
  readonly recoveryCodes?: ReadonlyArray<string>
  readonly problems?: ReadonlyArray<Problem>
}

const actionForm = (request: BrowserRequest, action: string, button: Html): Html =>
  form(request, path, html`${hidden({ action })}${button}`)

const offCard = ({ requiredBy }: State, request: BrowserRequest): Html =>
  card({
    id: "factor",
    title: "Authenticator app",
    note: badge("draft", "Off"),
    kind: "narrow",
    body: html`<p>With a second factor, signing in needs your password and a code from an app on your phone. Setting it up ends your other sessions.</p>
${requiredBy.length === 0 ? null : html`<p>It is required to open ${requiredBy.join(", ")}.</p>`}
<div class="row">${actionForm(request, "start", html`<button>Set up</button>`)}</div>`
  })

const enrolCard = (enrolment: Enrolment, request: BrowserRequest, problems: ReadonlyArray<Problem>): Html =>
  card({
    id: "factor",
    title: "Set up an authenticator app",
    kind: "narrow",
    body: html`<div class="stack">${enrolmentSteps(enrolment)}
${form(
  request,
  path,
  html`<div class="stack">${hidden({ action: "enable" })}${field({ name: "code", label: "Code", autocomplete: "one-time-code" }, problems)}<div class="row"><button>Turn on</button>${linkButton(path, "Cancel")}</div></div>`
)}</div>`
  })

const onCard = ({ recoveryCodes, requiredBy }: State, request: BrowserRequest): Html =>
  card({
    id: "factor",
    title: "Authenticator app",
    note: badge("live", "On"),
    kind: "narrow",
    body: html`<p>Signing in needs your password and a code. ${count(recoveryCodes, "recovery code")} left.</p>
${requiredBy.length === 0 ? null : html`<p>${requiredBy.join(", ")} requires it, so it cannot be turned off.</p>`}
<div class="row">${actionForm(request, "codes", html`<button class="quiet">New recovery codes</button>`)}${requiredBy.length > 0 ? null : linkButton(`${path}?off=1`, "Turn off", "quiet bad")}</div>`
  })

const offDialog = ({ enabled }: State, request: BrowserRequest): Html | null =>
  enabled && request.query.has("off")
    ? dialog({
        title: "Turn off your second factor?",
        text: "Then your password alone signs you in. The recovery codes stop working.",
        actions: html`${actionForm(request, "disable", html`<button class="danger">Turn it off</button>`)}${linkButton(path, "Keep it")}`
      })
    : null

const done: Readonly<Record<string, string>> = { off: "Your second factor is off." }

const factorPage = ({ data, frame }: PageData<State>, request: BrowserRequest, view: View = {}): Page => {
  const { enrolment, problems = [], recoveryCodes } = view
  const doneText = lookUp(done, request.query.get("done"))
  return {
    title: "Second factor",
    dashboard: {
      frame,
      place: { of: "account", page: "factor" },
      showsSecret: enrolment !== undefined || recoveryCodes !== undefined
    },
    body: html`${head({ title: "Second factor" })}
${problemBanner(problems, ["code"])}
${doneText === undefined ? null : banner("good", doneText)}
${offDialog(data, request)}
${recoveryCodes === undefined ? null : card({ id: "codes", kind: "once", title: "Your recovery codes", body: recoveryCodeList(recoveryCodes) })}
${enrolment !== undefined ? enrolCard(enrolment, request, problems) : data.enabled ? onCard(data, request) : offCard(data, request)}`
  }
}

/** The problems of a form of the page; null for any other error. */
const problemsOf = (error: { readonly _tag: string }) =>
  formProblems(error, { code: "The code", second_factor: "The second factor" })

/** /account/factor: the second factor of the signed-in person. */
export const accountFactor = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const endpoints = yield* secondFactorEndpoints
    const page = pages.ofPerson("pages.second_factor", (clearance) => endpoints.read(clearance))
    const show = (request: BrowserRequest, view: View) =>
      formPage(page, (data) => factorPage(data, request, view))

    router.get(path, {
      name: "pages.second_factor",
      invocation: () => Effect.succeed({ endpoint: page }),
      render: (data, request) => factorPage(data, request)
    })
    router.post<Enrolment | ReadonlyArray<string> | null>(path, {
      name: "people.change_second_factor",
      invocation: ({ session }, form) => {
        switch (form.get("action")) {
          case "enable":
            return Effect.succeed({ endpoint: endpoints.enable(form.get("code") ?? "", session) })
          case "codes":
            return Effect.succeed({ endpoint: endpoints.newRecoveryCodes })
          case "disable":
            return Effect.succeed({ endpoint: endpoints.disable })
          default:
            return Effect.succeed({ endpoint: endpoints.start })
        }
      },
      render: () => ({ redirect: `${path}?done=off` }),
      showResult: (result, request) => {
        if (result === null) return null
        return "secret" in result
          ? show(request, { enrolment: result })
          : show(request, { recoveryCodes: result })
      },
      showAgain: (error, request, sent) => {
        const problems = problemsOf(error)
        if (problems === null) return null
        // A wrong first code: the same secret is shown again.
        return sent.get("action") === "enable" && problems.some(({ path }) => path === "code")
          ? formPage(
              pages.ofPerson("pages.second_factor", (clearance) => endpoints.readWithEnrolment(clearance)),
              (data) => factorPage(data, request, { enrolment: data.data.enrolment, problems })
            )
          : show(request, { problems })
      }
    })
  })
