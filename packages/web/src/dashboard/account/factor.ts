import { type Enrolment, ownAccountReads, type PageData } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { accountPage, type PageContent, type ShownPage } from "../../kit/dashboard-page.ts"
import { field, form, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { badge, buttonForm, card, count, dialog, head, hidden, linkButton } from "../../parts/index.ts"
import { enrolmentSteps, recoveryCodeList } from "../../people/sign-in.ts"

const path = pagePaths.account("factor")

interface State {
  readonly enabled: boolean
  readonly requiredBy: ReadonlyArray<string>
  readonly recoveryCodes: number
  /** The secret that is being set up, after a wrong code. */
  readonly enrolment?: Enrolment
}

/** A new secret, or new recovery codes. */
type Result = Enrolment | ReadonlyArray<string>

const offCard = ({ requiredBy }: State, request: BrowserRequest): Html =>
  card({
    id: "factor",
    title: "Authenticator app",
    note: badge("draft", "Off"),
    kind: "narrow",
    body: html`<p>With a second factor, signing in needs your password and a code from an app on your phone. Setting it up ends your other sessions.</p>
${requiredBy.length === 0 ? null : html`<p>It is required to open ${requiredBy.join(", ")}.</p>`}
<div class="row">${buttonForm(request, { action: "start" }, html`<button>Set up</button>`)}</div>`
  })

const enrolCard = (enrolment: Enrolment, request: BrowserRequest, problems: ReadonlyArray<Problem>): Html =>
  card({
    id: "factor",
    title: "Set up an authenticator app",
    kind: "narrow",
    body: html`<div class="stack">${enrolmentSteps(enrolment)}
${form(request, html`<div class="stack">${hidden({ action: "enable" })}${field({ name: "code", label: "Code", autocomplete: "one-time-code" }, problems)}<div class="row"><button>Turn on</button>${linkButton(path, "Cancel")}</div></div>`)}</div>`
  })

const onCard = ({ recoveryCodes, requiredBy }: State, request: BrowserRequest): Html =>
  card({
    id: "factor",
    title: "Authenticator app",
    note: badge("live", "On"),
    kind: "narrow",
    body: html`<p>Signing in needs your password and a code. ${count(recoveryCodes, "recovery code")} left.</p>
${requiredBy.length === 0 ? null : html`<p>${requiredBy.join(", ")} requires it, so it cannot be turned off.</p>`}
<div class="row">${buttonForm(request, { action: "codes" }, html`<button class="quiet">New recovery codes</button>`)}${requiredBy.length > 0 ? null : linkButton(`${path}?off=1`, "Turn off", "quiet bad")}</div>`
  })

const offDialog = ({ enabled }: State, request: BrowserRequest): Html | null =>
  enabled && request.query.has("off")
    ? dialog({
        title: "Turn off your second factor?",
        text: "Then your password alone signs you in. The recovery codes stop working.",
        actions: html`${buttonForm(request, { action: "disable" }, html`<button class="danger">Turn it off</button>`)}${linkButton(path, "Keep it")}`
      })
    : null

const contentOf = (
  { data }: PageData<State>,
  request: BrowserRequest,
  { banners, problems, result }: ShownPage<Result>
): PageContent => {
  const started = result !== null && "secret" in result ? result : undefined
  const recoveryCodes = result !== null && !("secret" in result) ? result : undefined
  const enrolment = started ?? data.enrolment
  return {
    title: "Second factor",
    showsSecret: enrolment !== undefined || recoveryCodes !== undefined,
    body: html`${head({ title: "Second factor" })}
${banners}
${offDialog(data, request)}
${recoveryCodes === undefined ? null : card({ id: "codes", kind: "once", title: "Your recovery codes", body: recoveryCodeList(recoveryCodes) })}
${enrolment !== undefined ? enrolCard(enrolment, request, problems) : data.enabled ? onCard(data, request) : offCard(data, request)}`
  }
}

/** What problems are about that are none of a field. */
const labels = { second_factor: "The second factor" }

/** /account/factor: the second factor of the signed-in person. */
export const accountFactor = (router: PageRouter) =>
  Effect.map(Effect.all([makeAdministrationForm, ownAccountReads]), ([administrationForm, reads]) => {
    accountPage<State, Result>(router, {
      path,
      name: "pages.second_factor",
      place: "factor",
      // After a wrong first code, the same secret is shown again.
      read: (clearance, _, { problems, sent }) =>
        sent?.get("action") === "enable" && problems.some(({ path }) => path === "code")
          ? reads.secondFactorWithEnrolment(clearance)
          : reads.secondFactor(clearance),
      fields: ["code"],
      messages: { off: "Your second factor is off." },
      forms: formsByAction("people.change_second_factor", {
        start: administrationForm("people.start_second_factor", {
          labels,
          done: (enrolment) => ({ show: enrolment })
        }),
        enable: administrationForm("people.enable_second_factor", {
          values: ({ session }) => ({ session }),
          labels,
          done: (recoveryCodes) => ({ show: recoveryCodes })
        }),
        codes: administrationForm("people.new_recovery_codes", {
          labels,
          done: (recoveryCodes) => ({ show: recoveryCodes })
        }),
        disable: administrationForm("people.disable_second_factor", { labels, done: "off" })
      }),
      render: contentOf
    })
  })
