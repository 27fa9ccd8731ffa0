import type { Problem } from "../kit/forms.ts"
import { type Html, html } from "../kit/html.ts"
import { icon } from "./icons.ts"

/** The problems of a refused form, above it; those of a field link to it. */
export const problemBanner = (
  problems: ReadonlyArray<Problem>,
  fields: ReadonlyArray<string> = []
): Html | null =>
  problems.length === 0
    ? null
    : html`<div class="banner bad" role="alert">${icon("warn")}<div><b>Nothing was changed.</b> ${problems.map(
        ({ message, path }) =>
          fields.includes(path) ? html`<a href="#${path}">${message}</a> ` : html`${message} `
      )}</div></div>`

/** Hidden values of a form. */
export const hidden = (values: Readonly<Record<string, string | number>>): ReadonlyArray<Html> =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
