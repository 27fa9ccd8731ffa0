import { Settings } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { inMoney, inNumbers, legend, sparkline, timeChart } from "../charts/index.ts"
import { type PageContent, personPage } from "../kit/dashboard-page.ts"
import { html } from "../kit/html.ts"
import type { PageRouter } from "../kit/page-router.ts"
import {
  badge,
  banner,
  card,
  checks,
  choices,
  copyable,
  dialog,
  diff,
  empty,
  facts,
  figures,
  head,
  icon,
  iconNames,
  items,
  linkButton,
  mark,
  pager,
  preview,
  problemBanner,
  segments,
  select,
  table,
  tabs,
  textArea,
  textField
} from "../parts/index.ts"

const dates = Array.from({ length: 28 }, (_, index) =>
  new Date(Date.UTC(2026, 10, 2 + index)).toISOString().slice(0, 10)
)
/** A week's shape with a trend, which looks like a campaign's cost. */
const cost = (level: number, trend: number) =>
  dates.map((_, index) => level + trend * index + [8, 4, 0, 2, 6, -18, -30][index % 7]!)
const costs = cost(240, -0.8)
/** Three days without figures, as after a broken login. */
const withGap = cost(90, 1).map((value, index) => (index > 9 && index < 13 ? null : value))
const conversions = dates.map((_, index) => [5, 8, 5, 9, 4, 6, 3][index % 7]!)
const dollars = inMoney("USD")

/** Every kind of chart once, for the gallery of parts. */
const sampleCharts = html`${card({
  id: "c-chart",
  title: "Chart",
  note: legend("this period", "5 Oct – 1 Nov"),
  body: timeChart({
    id: "sample-chart",
    title: "Cost and conversions a day, 2 to 29 November 2026, with four changes",
    dates,
    panels: [
      { name: "Cost", title: "Cost a day", kind: "line", unit: dollars, values: costs, before: cost(232, 0) },
      {
        name: "Conversions",
        title: "Conversions a day",
        kind: "bars",
        unit: inNumbers,
        values: conversions,
        before: conversions.toReversed()
      }
    ],
    marks: [
      { date: "2026-11-05", title: "Boiler repair: budget $80.00 → $100.00", href: "#c-chart", by: "Adam" },
      {
        date: "2026-11-12",
        title: "Boiler repair: 9 searches excluded",
        href: "#c-chart",
        by: "nightly agent"
      },
      { date: "2026-11-13", title: "Bathroom fitting: paused", href: "#c-chart", by: "Olivia" },
      {
        date: "2026-11-28",
        title: "Drain cleaning: target CPA $35.00 → $42.00",
        href: "#c-chart",
        by: "Google Ads",
        outside: true
      }
    ]
  })
})}
${card({
  id: "c-spark",
  title: "Sparkline",
  body: html`<div class="row">${sparkline(costs)}${sparkline(withGap, { runs: false })}</div>`
})}`

const problem = { path: "budget", message: "$140.00 is more than one call can set. Send at most $125.00." }
const sampleRows = [
  { name: "Boiler repair", cost: "$2,560.87", cpa: "$38.22" },
  { name: "Emergency plumber", cost: "$2,088.51", cpa: "$44.44" }
]

const boxes = html`<div class="duo">
${card({ id: "c-banner", title: "Banner", lead: "About the whole page.", body: html`${banner("bad", html`<b>Google Ads no longer accepts the login.</b> <a href="#c-banner">Reconnect</a>`)}${banner("warn", "Two changes wait for approval.")}${banner("plain", "Approvals are on: changes of keys and apps wait.")}${banner("good", html`Budget raised to $110.00. <a href="#c-banner">Undo</a>`)}${problemBanner([problem], [])}` })}
${card({ id: "c-badge", title: "Badge", lead: "A state in one to three words.", body: html`<div class="row">${badge("live", "Live")}${badge("paused", "Paused")}${badge("draft", "Draft")}${badge("wait", "Waits")}${badge("ok", "Approved")}${badge("fail", "Refused")}${badge("info", "New")}${badge("plain", "Undone")}</div><div class="row">${mark("search", "Search")}${mark("shopping", "Shopping")}</div><div class="row">${iconNames.map((name) => icon(name))}</div>` })}
${card({
  id: "c-diff",
  title: "Diff and preview",
  body: preview(
    html`${diff([
      { name: "Daily budget", from: "$100.00", to: "$110.00", step: "+10%" },
      { name: "Target CPA", from: "$40.00", to: "$38.00", step: "−5%" }
    ])}<div class="row"><button>Raise to $110.00</button><a class="button quiet" href="#c-diff">Cancel</a></div>`
  )
})}
${card({ id: "c-empty", title: "Empty state", padded: false, body: empty({ icon: "check", title: "Nothing waits for you", text: "When a key or an app asks for a change, it appears here and in your email.", action: linkButton("#c-empty", "See what was done") }) })}
${card({ id: "c-dialog", title: "Dialog", lead: "Only for what cannot be undone.", body: dialog({ title: "Revoke “reporting sheet”?", text: "Whatever uses it stops with its next call. This cannot be undone.", actions: html`<button class="danger">Revoke the key</button>${linkButton("#c-dialog", "Keep it")}` }) })}
${card({
  id: "c-checks",
  title: "Checks",
  padded: false,
  body: checks([
    { passes: true, name: "Location", detail: "Seattle, 15 miles around 98101" },
    {
      passes: false,
      name: "Daily budget",
      detail: "None yet. Up to $38.33 a day fits.",
      action: linkButton("#c-checks", "Set a budget", "quiet tiny")
    },
    { passes: null, name: "Ad platform", detail: "Not asked: it did not answer in time." }
  ])
})}
</div>`

const controls = html`<div class="duo">
${card({
  id: "c-field",
  title: "Fields",
  body: html`<div class="stack">${textField({ name: "budget", label: "Daily budget", hint: "$75.00 to $125.00 in one call", sign: "$", type: "number", value: "140.00", problems: [problem] })}${select({ name: "ends", label: "Role", value: "admin", choices: [{ value: "admin", label: "Admin" }] })}${textArea({ name: "note", label: "Note", hint: "Required to reject." })}<fieldset><legend>Scopes</legend>${choices(
    "checkbox",
    "scope",
    [
      { value: "read", label: "Metrics and search terms", hint: html`<code>performance:read</code>` },
      { value: "audit", label: "Audit trail", hint: "needs the role owner", disabled: true }
    ],
    ["read"]
  )}</fieldset><div class="row"><button>Raise to $125.00</button><button class="quiet">Cancel</button><button class="quiet bad">Reject</button><button class="danger">Stop all spend</button></div></div>`
})}
${card({
  id: "c-nav",
  title: "Tabs, date range, pager",
  body: html`${tabs("Sample", [
    { label: "Summary", href: "#c-nav", current: true },
    { label: "Keywords", href: "#c-nav" }
  ])}${segments("Period", [
    { label: "7 days", href: "#c-nav" },
    { label: "28 days", href: "#c-nav", current: true }
  ])}${pager({ first: 1, shown: 50, total: 143, newer: null, older: "#c-nav" })}`
})}
${card({
  id: "c-copy",
  title: "Copyable and facts",
  body: html`${copyable("qw_01JDX7K2M9", "the request")}${facts([
    ["Key", "nightly agent"],
    ["Asked", "30 Nov 2026"]
  ])}`
})}
${card({ id: "c-list", title: "List", padded: false, body: items([{ icon: "clock", tone: "warn", href: "#c-list", title: "Approve: Boiler repair to $115.00 a day", line: "nightly agent · 7 hours ago" }]) })}
</div>`

const componentsContent: PageContent = {
  title: "Components",
  body: html`${head({ title: "Components", lead: "Every part once. A page is composed of these and nothing else." })}
${figures([
  { label: "Better", value: "176", note: html`<span class="delta good">+7.3%</span> from 164` },
  { label: "Worse", value: "$44.44", note: html`<span class="delta bad">+9.1%</span> from $40.73` },
  { label: "Neither", value: "$6,380.42", note: "−1.5%" },
  { label: "No data yet", value: null, note: "first day is tomorrow" },
  {
    label: "Against a cap",
    value: "$6,592.82",
    of: "of $10,000.00",
    note: "The tick is what budgets commit",
    meter: { share: 0.66, mark: 0.84, label: "66 percent" }
  }
])}
${figures([
  {
    label: "Near a cap",
    value: "$9,420.00",
    of: "of $10,000.00",
    note: html`<span class="warn">$580.00 of the cap left</span>`,
    meter: { share: 0.942, mark: null, label: "94 percent", use: "near" }
  },
  {
    label: "Over a cap",
    value: "$10,260.00",
    of: "of $10,000.00",
    note: html`<span class="bad">$260.00 over the cap</span>`,
    meter: { share: 1, mark: null, label: "103 percent", use: "over" }
  }
])}
${card({
  id: "c-table",
  title: "Table",
  padded: false,
  body: table({
    labelledBy: "c-table",
    rows: sampleRows,
    picked: ({ name }) => name === "Emergency plumber",
    columns: [
      { title: "Campaign", cell: ({ name }) => name },
      { title: "Cost", figure: true, cell: ({ cost }) => cost },
      { title: "CPA", figure: true, rank: 2, cell: ({ cpa }) => cpa }
    ]
  })
})}
${sampleCharts}${boxes}${controls}`
}

/** /dev/components: every part of the kit, in development only. */
export const components = (router: PageRouter) =>
  Effect.map(Settings, ({ development }) => {
    if (development === null) return
    personPage(router, {
      path: pagePaths.components,
      name: "pages.components",
      place: null,
      read: () => Effect.succeed(null),
      render: () => componentsContent
    })
  })
