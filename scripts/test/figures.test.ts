import { describe, expect, it } from "vitest"
import { figures } from "../docs/figures.ts"
import { pages } from "../docs/markdown.ts"

/* Links, commands and snippets: docs.test.ts. */

const flat = (text: string): string => text.replaceAll(/\s+/g, " ")
const textOf = new Map(pages().map(({ file, text }) => [file, flat(text)]))

describe("figures in pages", () => {
  it.each(figures())("$page: $text", ({ page, text }) => {
    expect(textOf.get(page)).toContain(text)
  })
})
