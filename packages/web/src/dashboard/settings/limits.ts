import {
  organizationEndpoints,
  type PageData,
  Pages,
  type RuleChanges,
  type UpdatedRules
} from "@adwarden/core"
import { type Output, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form, formProblems, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { type BrowserRequest, formPage, type Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  banner,
  card,
  currencySign,
  facts,
  meter,
  money,
  problemBanner,
  split,
  textField
} from "../../parts/index.ts"
import { isOwner, onlyOwners, settingsPage } from "./section.ts"

type Organization = Output<"organizations.get">

interface LimitsView {
  readonly problems?: ReadonlyArray<Problem>
  readonly sent?: URLSearchParams
  readonly updated?: UpdatedRules
}

/** What a limit means today, in money. */
const capToday = ({
  committed_monthly = 0,
  currency,
  max_spend,
  room_daily = null
}: Organization): string => {
  const committed = `Daily budgets commit ${money(committed_monthly, currency)} in 30 days.`
  if (max_spend === null || room_daily === null) return `${committed} There is no cap.`
  return room_daily === 0
    ? `${committed} No budget can be raised and no campaign launched until they fit.`
    : `${committed} ${money(room_daily, currency)} a day left under the cap.`
}

/** How much of the limits is used now. */
const todayCard = ({
  committed_monthly = 0,
  currency,
  max_spend,
  room_daily = null,
  writes_left_today
}: Organization): Html =>
  card({
    id: "today",
    title: "Today",
    body: html`${
      max_spend === null
        ? null
        : html`<div>${meter({
            share: max_spend === 0 ? 1 : committed_monthly / max_spend,
            mark: null,
            label: `Budgets commit ${Math.round((committed_monthly / Math.max(1, max_spend)) * 100)} percent of the cap`
          })}</div>`
    }${facts([
      ["Budgets commit", `${money(committed_monthly, currency)} in 30 days`],
      ["Monthly cap", max_spend === null ? "none" : money(max_spend, currency)],
      ["Left under the cap", room_daily === null ? null : `${money(room_daily, currency)} a day`],
      [
        "Changes left",
        writes_left_today === undefined
          ? null
          : `${writes_left_today.toLocaleString("en-US")}, of everybody together, until midnight UTC`
      ]
    ])}`
  })

const stepToday = ({ api_budget_change_limit_pct: percent, currency }: Organization): string =>
  `One call can set a daily budget of ${money(100, currency)} to between ${money(Math.max(0, Math.ceil(100 - percent)), currency)} and ${money(Math.floor(100 + percent), currency)}.`

const updatedBanner = ({ changed, notes }: UpdatedRules): Html =>
  banner(
    "good",
    html`${changed.length === 0 ? "Nothing differs from before." : "Saved."} ${notes.map((note) => html`<p>${note}</p>`)}`
  )

const limitsForm = (
  organization: Organization,
  request: BrowserRequest,
  { problems = [], sent }: LimitsView
): Html =>
  form(
    request,
    pagePaths.settings(organization.slug),
    html`<div class="stack">
${textField({
  name: "max_spend",
  label: "Monthly spend cap",
  type: "number",
  required: false,
  hint: html`${capToday(organization)} Leave it empty for no cap.`,
  sign: currencySign(organization.currency),
  value: sent?.get("max_spend") ?? (organization.max_spend === null ? "" : String(organization.max_spend)),
  problems
})}
${textField({
  name: "api_budget_change_limit_pct",
  label: "Largest budget change of one call",
  type: "number",
  hint: stepToday(organization),
  unit: "%",
  value: sent?.get("api_budget_change_limit_pct") ?? String(organization.api_budget_change_limit_pct),
  problems
})}
<div class="row"><button>Save limits</button></div></div>`
  )

const limitsPage = (
  { data, frame }: PageData<Organization>,
  request: BrowserRequest,
  view: LimitsView = {}
): Page =>
  settingsPage(
    frame,
    "limits",
    html`${problemBanner(view.problems ?? [], ["max_spend", "api_budget_change_limit_pct"], frame.organization!.slug)}
${view.updated === undefined ? null : updatedBanner(view.updated)}
${split(
  card({
    id: "limits",
    title: "How far keys and apps can go",
    lead: "The cap applies to everyone. Lowering it stops nothing that already runs.",
    body: isOwner(frame)
      ? limitsForm(data, request, view)
      : html`${facts([
          ["Monthly spend cap", data.max_spend === null ? "none" : money(data.max_spend, data.currency)],
          ["Today", capToday(data)],
          ["Largest budget change of one call", `${data.api_budget_change_limit_pct}%`]
        ])}${onlyOwners}`
  }),
  todayCard(data)
)}`
  )

const numberOf = (text: string | null): number =>
  Number((text ?? "").trim().replaceAll(",", "") || Number.NaN)

const changesOf = (form: URLSearchParams): RuleChanges => ({
  max_spend: (form.get("max_spend") ?? "").trim() === "" ? null : numberOf(form.get("max_spend")),
  api_budget_change_limit_pct: numberOf(form.get("api_budget_change_limit_pct"))
})

/** /o/{org}/settings: the owner's limits. */
export const limits = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const organizations = yield* organizationEndpoints
    const path = routePattern(pagePaths.settings(":org"))
    const pageOf = (org: string) =>
      pages.ofOrganization("pages.limits", org, ({ read }) => read("organizations.get"))

    router.get(path, {
      name: "pages.limits",
      invocation: ({ parameters: { org = "" } }) => Effect.succeed({ endpoint: pageOf(org) }),
      render: (page, request) => limitsPage(page, request)
    })
    router.post<UpdatedRules>(path, {
      name: "organizations.set",
      invocation: ({ parameters: { org = "" } }, form) =>
        Effect.succeed({ endpoint: organizations.set(org, changesOf(form), "owner") }),
      render: (_, { parameters: { org = "" } }) => ({ redirect: pagePaths.settings(org) }),
      showResult: (updated, request) =>
        formPage(pageOf(request.parameters["org"]!), (page) => limitsPage(page, request, { updated })),
      showAgain: (error, request, sent) => {
        const problems = formProblems(error, {
          max_spend: "The cap",
          api_budget_change_limit_pct: "The percentage"
        })
        return problems === null
          ? null
          : formPage(pageOf(request.parameters["org"]!), (page) =>
              limitsPage(page, request, { problems, sent })
            )
      }
    })
  })
