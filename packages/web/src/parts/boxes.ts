import { type Content, type Html, html } from "../kit/html.ts"
import { type IconName, icon } from "./icons.ts"

interface Card {
  /** Unique on the page; the title gets it. */
  readonly id: string
  readonly title: Content
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
export const card = ({ actions, body, foot, id, kind, lead, note, padded = true, title }: Card): Html =>
  html`<section class="card ${kind ?? ""}" aria-labelledby="${id}">
<div class="head"><h2 id="${id}">${title}</h2>${note === undefined ? null : html`<span class="end small soft">${note}</span>`}${actions === undefined ? null : html`<div class="row">${actions}</div>`}${lead === undefined ? null : html`<p>${lead}</p>`}</div>
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

/** A question before something that cannot be undone; a page of its own. */
export const dialog = ({ actions, text, title }: Dialog): Html =>
  html`<section class="dialog stack" aria-labelledby="dialog"><h2 id="dialog">${title}</h2><p>${text}</p><div class="row">${actions}</div></section>`

/** A block beside the main column. On small screens it stands after the first card. */
export const split = (first: Content, aside: Content, others: Content = null): Html =>
  html`<div class="split">${first}<div class="aside stack">${aside}</div>${others}</div>`
