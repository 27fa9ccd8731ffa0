import { type Content, type Html, html } from "../kit/html.ts"

export interface Link {
  readonly label: Content
  readonly href: string
  readonly current?: boolean
}

const links = (list: ReadonlyArray<Link>, current: "page" | "true"): ReadonlyArray<Html> =>
  list.map(
    (one) =>
      html`<a href="${one.href}"${one.current ? html` aria-current="${current}"` : null}>${one.label}</a>`
  )

/** Sections of a page, each with its own address. */
export const tabs = (label: string, list: ReadonlyArray<Link>): Html =>
  html`<nav class="tabs" aria-label="${label}">${links(list, "page")}</nav>`

/** A choice such as a date range, which is part of the address. */
export const segments = (label: string, list: ReadonlyArray<Link>): Html =>
  html`<div class="seg" role="group" aria-label="${label}">${links(list, "true")}</div>`

interface Head {
  readonly title: Content
  /** The pages above it. */
  readonly crumbs?: ReadonlyArray<{ readonly label: Content; readonly href?: string }>
  readonly badge?: Html
  readonly actions?: Content
  readonly lead?: Content
}

/** The title of a page, with its place, state and actions. */
export const head = ({ actions, badge, crumbs, lead, title }: Head): Html =>
  html`${
    crumbs === undefined
      ? null
      : html`<nav class="crumbs" aria-label="Breadcrumb">${crumbs.map(
          ({ href, label }, n) =>
            html`${n === 0 ? null : html`<span aria-hidden="true">/</span>`}${href === undefined ? html`<span aria-current="page">${label}</span>` : html`<a href="${href}">${label}</a>`}`
        )}</nav>`
  }<div class="head"><h1>${title}</h1>${badge ?? null}${actions === undefined ? null : html`<div class="row">${actions}</div>`}${lead === undefined ? null : html`<p>${lead}</p>`}</div>`

/** A link that looks like a button. */
export const linkButton = (
  href: string,
  label: Content,
  kind: "" | "quiet" | "quiet bad" | "quiet tiny" | "quiet bad tiny" = "quiet"
): Html => html`<a class="button ${kind}" href="${href}">${label}</a>`
