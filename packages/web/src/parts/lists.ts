import { type Content, type Html, html } from "../kit/html.ts"
import { type IconName, icon } from "./icons.ts"

const badgeKinds = ["live", "paused", "draft", "wait", "ok", "fail", "info", "plain"] as const
export type BadgeKind = (typeof badgeKinds)[number]

/** A state in one to three words. */
export const badge = (kind: BadgeKind, text: Content): Html =>
  html`<span class="badge ${kind}">${text}</span>`

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
  readonly name: string
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
