import type { BrowserRequest } from "./browser-request.ts"
import { formTokenField } from "./form-token.ts"
import { type Content, type Html, html } from "./html.ts"

/** A problem with a form: the field's name and a sentence. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** A form that is sent to us. It always contains the form token. */
export const form = (request: BrowserRequest, action: string, content: Content): Html =>
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
