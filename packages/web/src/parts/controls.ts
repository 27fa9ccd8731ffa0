import { form, type Problem } from "../kit/forms.ts"
import { type Content, type Html, html, linkPages } from "../kit/html.ts"
import type { BrowserRequest } from "../kit/page.ts"
import { icon } from "./icons.ts"

interface FieldBase {
  readonly name: string
  readonly label: string
  readonly hint?: Content
  readonly problems?: ReadonlyArray<Problem>
  readonly required?: boolean
}

const describe = ({ hint, name, problems = [] }: FieldBase) => {
  const problem = problems.find(({ path }) => path === name)
  const ids = [
    hint === undefined ? [] : [`${name}-hint`],
    problem === undefined ? [] : [`${name}-problem`]
  ].flat()
  return {
    before: html`${hint === undefined ? null : html`<span class="hint" id="${name}-hint">${hint}</span>`}${
      problem === undefined
        ? null
        : html`<span class="problem" id="${name}-problem">${problem.message}</span>`
    }`,
    attributes: html`${problem === undefined ? null : html` aria-invalid="true"`}${
      ids.length === 0 ? null : html` aria-describedby="${ids.join(" ")}"`
    }`
  }
}

interface TextField extends FieldBase {
  readonly value?: string
  readonly type?: "text" | "email" | "password" | "number" | "date"
  readonly autocomplete?: string
  /** A sign in front of the value; it then stands at the right, as an amount does. */
  readonly sign?: string
  readonly unit?: string
}

/** A labelled input with its hint and its problem. */
export const textField = (one: TextField): Html => {
  const { attributes, before } = describe(one)
  const { autocomplete = "off", label, name, required = true, sign, type = "text", unit, value = "" } = one
  const input = html`<input id="${name}" name="${name}" type="${type === "number" ? "text" : type}"${type === "number" ? html` inputmode="decimal"` : null} value="${value}" autocomplete="${autocomplete}"${required ? html` required` : null}${attributes} />`
  return html`<div><label for="${name}">${label}</label>${before}${
    sign === undefined && unit === undefined
      ? input
      : html`<span class="money">${sign === undefined ? null : html`<span class="sign" aria-hidden="true">${sign}</span>`}${input}${unit === undefined ? null : html`<span class="unit">${unit}</span>`}</span>`
  }</div>`
}

/** A labelled field for several lines. */
export const textArea = (one: FieldBase & { readonly value?: string }): Html => {
  const { attributes, before } = describe(one)
  return html`<div><label for="${one.name}">${one.label}</label>${before}<textarea id="${one.name}" name="${one.name}"${attributes}>${one.value ?? ""}</textarea></div>`
}

export interface Choice {
  readonly value: string
  readonly label: Content
  readonly hint?: Content
  readonly disabled?: boolean
}

/** One of several values, from a list that opens. */
export const select = (
  one: FieldBase & { readonly value: string; readonly choices: ReadonlyArray<Choice> }
): Html => {
  const { attributes, before } = describe(one)
  return html`<div><label for="${one.name}">${one.label}</label>${before}<select id="${one.name}" name="${one.name}"${attributes}>${one.choices.map(
    ({ label, value }) =>
      html`<option value="${value}"${value === one.value ? html` selected` : null}>${label}</option>`
  )}</select></div>`
}

/** Checkboxes (several values) or radio buttons (one value) with a hint each. */
export const choices = (
  type: "checkbox" | "radio",
  name: string,
  list: ReadonlyArray<Choice>,
  checked: ReadonlyArray<string>
): Html =>
  html`${list.map(({ disabled, hint, label, value }) => {
    const id = `${name}-${value}`
    return html`<div class="choice"><input type="${type}" id="${id}" name="${name}" value="${value}"${checked.includes(value) ? html` checked` : null}${disabled ? html` disabled` : null} /><label for="${id}"${disabled ? html` class="no"` : null}>${label}${hint === undefined ? null : html`<span class="hint">${hint}</span>`}</label></div>`
  })}`

/** Text to copy. It is selected as a whole without script, which adds the button. */
export const copyable = (text: string, what: string): Html =>
  html`<div class="copy" data-copy="${what}"><code>${text}</code></div>`

/** The problems of a refused form, above it; those of a field link to it, and pages of `org` are links. */
export const problemBanner = (
  problems: ReadonlyArray<Problem>,
  fields: ReadonlyArray<string> = [],
  org?: string
): Html | null =>
  problems.length === 0
    ? null
    : html`<div class="banner bad" role="alert">${icon("warn")}<div><b>Nothing was changed.</b> ${problems.map(
        ({ message, path }) =>
          fields.includes(path) ? html`<a href="#${path}">${message}</a> ` : html`${linkPages(message, org)} `
      )}</div></div>`

/** Hidden values of a form. */
export const hidden = (values: Readonly<Record<string, string | number>>): ReadonlyArray<Html> =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

/** A form of one button, with the values that it sends to its own page. */
export const buttonForm = (
  request: BrowserRequest,
  values: Readonly<Record<string, string | number>>,
  button: Html
): Html => form(request, html`${hidden(values)}${button}`)

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

/** A filter: the chosen value, which opens the list of all. The first link is for no choice. */
export const filterMenu = (label: string, list: ReadonlyArray<Link>): Html => {
  const chosen = list.findIndex(({ current }) => current)
  return html`<details class="menu"><summary class="button quiet tiny${chosen > 0 ? " chosen" : ""}"><span class="sr">${label}: </span>${list[Math.max(0, chosen)]!.label}${icon("down")}</summary><div class="panel">${links(list, "true")}</div></details>`
}

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
