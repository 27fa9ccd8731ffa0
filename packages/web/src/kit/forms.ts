import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { messageOf, renderMentions, type ServiceError } from "@adwarden/core/contract"
import { type Content, type Html, html } from "./html.ts"
import type { BrowserRequest } from "./page.ts"

const tokenField = "form_token"
const tokenBytes = 32

/**
 * A token for the forms of our pages, which other sites cannot know. It is derived from the cookie, which no page can
 * read, so it is bound to the session or anonymous visit and is not stored.
 */
export const formTokenOf = (token: string): string =>
  createHmac("sha256", token).update("adwarden form").digest("base64url")

const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, n) => byte ^ b[n]!))

/**
 * The token behind a new random mask. A compressed page reveals text that repeats in it (BREACH), and this text never
 * repeats.
 */
const mask = (formToken: string): string => {
  const bytes = Buffer.from(formToken, "base64url")
  const random = randomBytes(bytes.length)
  return Buffer.concat([random, xor(random, bytes)]).toString("base64url")
}

const formTokenField = (formToken: string): Html =>
  html`<input type="hidden" name="${tokenField}" value="${mask(formToken)}" />`

/** Returns whether a form is from a page that this browser received from us. */
export const hasFormToken = (form: URLSearchParams, formToken: string): boolean => {
  const [sent, ...more] = form.getAll(tokenField).map((text) => Buffer.from(text, "base64url"))
  if (sent === undefined || more.length > 0 || sent.length !== 2 * tokenBytes) return false
  return timingSafeEqual(
    xor(sent.subarray(0, tokenBytes), sent.subarray(tokenBytes)),
    Buffer.from(formToken, "base64url")
  )
}

/** A problem with a form: the field's name and a sentence. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** The address of the page of a request, without its query. */
export const pathnameOf = ({ path }: BrowserRequest): string => path.split("?")[0]!

/** A form that is sent to us, by default to its own page. It always contains the form token. */
export const form = (request: BrowserRequest, content: Content, action: string = pathnameOf(request)): Html =>
  html`<form method="post" action="${action}">${formTokenField(request.formToken)}${content}</form>`

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: "text" | "email" | "password"
  readonly autocomplete?: string
  readonly value?: string
  readonly hint?: string
  /** Whether the field has the focus when the page opens; at most one per page. */
  readonly focus?: boolean
}

/** A labelled input. Its problem is shown beside it and read out with it. */
export const field = (
  { autocomplete = "off", focus = false, hint, label, name, type = "text", value = "" }: Field,
  problems: ReadonlyArray<Problem> = []
): Html => {
  const problem = problems.find(({ path }) => path === name)
  const describedBy = [
    hint === undefined ? [] : [`${name}-hint`],
    problem === undefined ? [] : [`${name}-problem`]
  ].flat()
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem === undefined ? null : html`<p class="problem" id="${name}-problem">${problem.message}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required
  ${type === "text" ? null : html`autocapitalize="none" spellcheck="false"`}
  ${focus ? html`autofocus` : null}
  ${problem === undefined ? null : html`aria-invalid="true"`}
  ${describedBy.length === 0 ? null : html`aria-describedby="${describedBy.join(" ")}"`} />
</div>`
}

/** The problems of a form, shown above it with links to the visible fields. */
export const problemSummary = (
  problems: ReadonlyArray<Problem>,
  fields: ReadonlyArray<string>
): Html | null =>
  problems.length === 0
    ? null
    : html`<div class="summary" role="alert" tabindex="-1" id="problems">
<h2>${problems.length === 1 ? "There is a problem" : "There are problems"}</h2>
<ul>${problems.map(({ message, path }) =>
        fields.includes(path) ? html`<li><a href="#${path}">${message}</a></li>` : html`<li>${message}</li>`
      )}</ul>
</div>`

/** A message that is no problem, or one that belongs to no field. */
export const notice = (content: Content, kind: "good" | "bad" | "warn" = "good"): Html =>
  html`<div class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}">${content}</div>`

/** Errors that say what was wrong with the form, so that it can be shown again. */
const shownAgain: ReadonlySet<string> = new Set([
  "validation_error",
  "role_denied",
  "not_found",
  "budget_cap_exceeded",
  "launch_blocked",
  "preview_stale",
  "ad_account_not_linked",
  "ad_account_not_selected",
  "ad_platform_connection_incomplete",
  "ad_not_supported",
  "channel_not_supported",
  "business_profile_not_ready",
  "recommendation_not_pending",
  "recently_applied",
  "write_quota_exceeded"
])

/**
 * The name of a field in a sentence. An item of a list is named by its place.
 *
 * @example fieldName("keywords.0.text", {}) // "Keyword 1"
 */
const fieldName = (path: string, labels: Readonly<Record<string, string>>): string => {
  const [list = "", place] = path.split(".")
  if (labels[path] !== undefined) return labels[path]
  if (place === undefined || !/^\d+$/.test(place)) return path
  const words = (labels[list] ?? list).replaceAll("_", " ").replace(/s$/, "")
  return `${words[0]!.toUpperCase()}${words.slice(1)} ${Number(place) + 1}`
}

/**
 * The problems of a refused form as sentences, by field; null for an error that has a page of its own. `labels` are the
 * names of the fields in a sentence.
 */
export const formProblems = (
  error: { readonly _tag: string },
  labels: Readonly<Record<string, string>> = {}
): ReadonlyArray<Problem> | null => {
  if (!shownAgain.has(error._tag)) return null
  const refusal = error as ServiceError
  return refusal._tag === "validation_error"
    ? refusal.fields.map(({ message, path }) => ({ path, message: `${fieldName(path, labels)} ${message}.` }))
    : [{ path: "", message: renderMentions("dashboard", messageOf(refusal)) }]
}
