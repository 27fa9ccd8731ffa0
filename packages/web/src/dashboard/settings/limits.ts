import { billedDays, daysInCap, type PageData, type UpdatedRules } from "@adwarden/core"
import type { Output } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import type { ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, card, currencySign, facts, meter, money, split, textField } from "../../parts/index.ts"
import { capMeter, capWarning } from "../cap.ts"
import { isOwner, onlyOwners, settingsPage } from "./section.ts"

type Organization = Output<"organizations.get">

/** What a limit means today, in money. */
const capToday = ({
  committed_monthly = 0,
  currency,
  max_spend,
  room_daily = null
}: Organization): string => {
  const committed = `Budgets commit ${money(committed_monthly, currency)} in 30 days.`
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
        : html`<div>${meter(capMeter(committed_monthly, max_spend))}<p class="small">${capWarning(committed_monthly, max_spend, currency)}</p></div>`
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

/** How much more than the cap counts for daily budgets the platform can bill, rounded up. */
const billedMore = `${Math.ceil((billedDays / daysInCap - 1) * 1000) / 10}%`

const countingCard = card({
  id: "counting",
  title: "What counts under the cap",
  body: html`<ul class="bullets">
<li>${daysInCap} days of every daily budget, also of paused campaigns and drafts. One that campaigns share counts once.</li>
<li>All that is left of every total budget, because it can be spent within ${daysInCap} days. One that has ended counts nothing.</li>
<li>Raises that wait for approval.</li>
</ul>
<p class="small">Google can bill up to ${billedDays} daily budgets in a calendar month, ${billedMore} more than the cap counts. A daily budget that changes within a month can add to that: until the change Google can bill up to twice the old one each day, and afterwards the new one for each day that is left.</p>`
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
  { problems, sent }: ShownPage<UpdatedRules>
): Html =>
  form(
    request,
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

const contentOf = (
  { data, frame }: PageData<Organization>,
  request: BrowserRequest,
  shown: ShownPage<UpdatedRules>
): Html =>
  html`${shown.result === null ? null : updatedBanner(shown.result)}
${split(
  card({
    id: "limits",
    title: "How far keys and apps can go",
    lead: "The cap applies to everyone. Lowering it stops nothing that already runs.",
    body: isOwner(frame)
      ? limitsForm(data, request, shown)
      : html`${facts([
          ["Monthly spend cap", data.max_spend === null ? "none" : money(data.max_spend, data.currency)],
          ["Today", capToday(data)],
          ["Largest budget change of one call", `${data.api_budget_change_limit_pct}%`]
        ])}${onlyOwners}`
  }),
  html`${todayCard(data)}${countingCard}`
)}`

/** /o/{org}/settings: the owner's limits. */
export const limits = (router: PageRouter) =>
  Effect.map(makeAdministrationForm, (administrationForm) =>
    settingsPage(router, {
      section: "limits",
      name: "pages.limits",
      read: ({ read }) => read("organizations.get"),
      fields: ["max_spend", "api_budget_change_limit_pct"],
      forms: oneForm(
        "organizations.set",
        administrationForm("organizations.set", { done: (updated) => ({ show: updated }) })
      ),
      render: (page, request, shown) => ({ body: contentOf(page, request, shown) })
    })
  )
