import { inWordsOf, operations } from "@adwarden/core/contract"
import { html } from "hono/html"
import type { Html } from "./page.ts"

const names: ReadonlySet<string> = new Set(operations.map(({ name }) => name))

/** Text with `code` in it, as pages show it; an operation that is named leads to where it is described. */
export const inline = (text: string): ReadonlyArray<Html | string> =>
  inWordsOf("docs", text)
    .split("`")
    .map((part, at) => {
      if (at % 2 === 0) return part
      return names.has(part)
        ? html`<a href="/docs#${part}"><code>${part}</code></a>`
        : html`<code>${part}</code>`
    })
