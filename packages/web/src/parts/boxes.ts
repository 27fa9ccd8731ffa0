import { type Content, type Html, html } from "../kit/html.ts"
import { type IconName, icon } from "./icons.ts"

interface Card {
  /** Unique on the page; the title gets it. */
  readonly id: string
  readonly title: Content
  /** What chooses the content of the card. It stands in place of the title, which only screen readers get. */
  readonly choice?: Html | null
  /** One note at the right of the title. */
  readonly note?: Content
  /** Buttons at the right of the title. */
  readonly actions?: Content
  /** A soft line below the title. */
  readonly lead?: Content
  readonly body: Content
  /** Whether the body has the padding of a card; tables and lists have their own. Default: true. */
  readonly padded?: boolean
  readonly foot?: Content
  /** Additional classes, such as `once`. */
  readonly kind?: string
}

/** One subject: a title, at most one note, its actions. */
export const card = ({
  actions,
  body,
  choice = null,
  foot,
  id,
  kind,
  lead,
  note,
  padded = true,
  title
}: Card): Html =>
  html`<section class="card ${kind ?? ""}" aria-labelledby="${id}">
<div class="head"><h2 id="${id}"${choice === null ? null : html` class="sr"`}>${title}</h2>${choice}${note === undefined ? null : html`<span class="end small soft">${note}</span>`}${actions === undefined ? null : html`<div class="row">${actions}</div>`}${lead === undefined ? null : html`<p>${lead}</p>`}</div>
${padded ? html`<div class="pad stack">${body}</div>` : body}
${foot === undefined ? null : html`<div class="foot">${foot}</div>`}
</section>`

const bannerIcons = { good: "check", warn: "clock", bad: "warn", plain: "info" } as const satisfies Record<
  string,
  IconName
>

/** A message about the whole page: done (good), waits (warn), broken or refused (bad), a rule to know (plain). */
export const banner = (kind: keyof typeof bannerIcons, content: Content): Html =>
  html`<div class="banner ${kind === "plain" ? "" : kind}" role="${kind === "bad" ? "alert" : "status"}">${icon(bannerIcons[kind])}<div>${content}</div></div>`

interface Empty {
  readonly icon: IconName
  readonly title: string
  /** Why it is empty, and what to do. */
  readonly text: Content
  readonly action?: Html
}

/** What a list shows that has no rows. */
export const empty = ({ action, icon: name, text, title }: Empty): Html =>
  html`<div class="empty">${icon(name)}<h3>${title}</h3><p>${text}</p>${action ?? null}</div>`

/** What would happen, before anything does. */
export const preview = (content: Content): Html =>
  html`<div class="preview"><div class="head"><b>Preview</b><span class="end small">nothing has changed yet</span></div><div class="pad stack">${content}</div></div>`

interface Dialog {
  readonly title: string
  readonly text: Content
  /** The form with the button that does it, and the way back. */
  readonly actions: Content
}

/** A question before something that cannot be undone. Without script it stands above the rest of its page. */
export const dialog = ({ actions, text, title }: Dialog): Html =>
  html`<dialog class="dialog stack" open aria-labelledby="dialog"><h2 id="dialog">${title}</h2><p>${text}</p><div class="row">${actions}</div></dialog>`

/** A block beside the main column. On small screens it stands after the first card. */
export const split = (first: Content, aside: Content, others: Content = null): Html =>
  html`<div class="split">${first}<div class="aside stack">${aside}</div>${others}</div>`

const badgeKinds = ["live", "paused", "draft", "wait", "ok", "fail", "info", "plain"] as const
type BadgeKind = (typeof badgeKinds)[number]

/** A state in one to three words. */
export const badge = (kind: BadgeKind, text: Content): Html =>
  html`<span class="badge ${kind}">${text}</span>`

/** What something is, as an icon and a word: a mark, not a state. */
export const mark = (name: IconName, word: Content): Html =>
  html`<span class="chan">${icon(name)}${word}</span>`

/** How many wait; nothing at zero. */
export const waiting = (number: number): Html | null =>
  number === 0 ? null : html`<span class="count">${number}<span class="sr"> waiting</span></span>`

/** Names and values. A pair whose value is null is left out. */
export const facts = (pairs: ReadonlyArray<readonly [name: string, value: Content]>): Html =>
  html`<dl class="facts">${pairs.flatMap(([name, value]) =>
    value === null || value === false ? [] : [html`<dt>${name}</dt><dd>${value}</dd>`]
  )}</dl>`

export interface Check {
  /** Null: not checked. `warn`: it passes, and something else happens. `later`: nobody can know it yet. */
  readonly passes: boolean | null | "warn" | "later"
  readonly name: Content
  /** The figure that decided it; for one that fails, also how to fix it. */
  readonly detail: Content
  readonly action?: Html
}

const checkMark = (passes: Check["passes"]): Html => {
  if (passes === "warn")
    return html`<span class="warn">${icon("warn")}<span class="sr">Warning: </span></span>`
  if (passes === "later")
    return html`<span class="soft">${icon("clock")}<span class="sr">Not known yet: </span></span>`
  if (passes === null)
    return html`<span class="soft">${icon("info")}<span class="sr">Not checked: </span></span>`
  return passes
    ? html`<span class="good">${icon("check")}<span class="sr">Passes: </span></span>`
    : html`<span class="bad">${icon("cross")}<span class="sr">Fails: </span></span>`
}

/** Rules with their verdicts, those that fail first. */
export const checks = (list: ReadonlyArray<Check>): Html =>
  html`<ul class="list checks">${list
    .toSorted((a, b) => Number(a.passes !== false) - Number(b.passes !== false))
    .map(
      ({ action, detail, name, passes }) =>
        html`<li>${checkMark(passes)}<div><b>${name}</b><p>${detail}</p></div>${action ?? null}</li>`
    )}</ul>`

export interface Item {
  readonly icon: IconName
  readonly tone?: "good" | "warn" | "bad" | "soft"
  readonly href: string
  readonly title: Content
  /** One soft line. */
  readonly line: Content
  readonly end?: Content
}

/** Things to open: an icon by kind, a title, one soft line. */
export const items = (list: ReadonlyArray<Item>): Html =>
  html`<ul class="list">${list.map(
    ({ end, href, icon: name, line, title, tone }) =>
      html`<li><span class="${tone ?? "soft"}">${icon(name)}</span><div><a href="${href}">${title}</a><p>${line}</p></div>${end ?? null}</li>`
  )}</ul>`
