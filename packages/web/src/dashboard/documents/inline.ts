import { type Content, html } from "../../kit/html.ts"

/* Our documents use a small part of markdown, and escape text of others. Everything else is shown as it is written. */

/** Escaped characters leave the text before its markup is read: each becomes one private-use character. */
const privateUse = 0xe000
const escaped = /\\([!-/:-@[-`{-~])/g

/** Hides escaped characters from the search for markup. */
export const hideEscaped = (text: string): string =>
  text.replaceAll(escaped, (_, character: string) =>
    String.fromCharCode(privateUse + character.charCodeAt(0))
  )

/** Shows escaped characters again. */
export const showEscaped = (text: string): string =>
  text.replaceAll(/[\ue021-\ue07e]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) - privateUse)
  )

/** Code, strong text and emphasis. An underscore within a word is none. */
const markup = /`([^`]+)`|\*\*(.+?)\*\*|(?<![\p{L}\p{N}])_(.+?)_(?![\p{L}\p{N}])/u

/** A line of text whose escaped characters are hidden. */
export const inline = (text: string): ReadonlyArray<Content> => {
  const found = markup.exec(text)
  if (found === null) return [showEscaped(text)]
  const [all, code, strong, emphasis] = found
  const after = text.slice(found.index + all.length)
  const marked =
    code !== undefined
      ? html`<code>${showEscaped(code)}</code>`
      : strong !== undefined
        ? html`<b>${inline(strong)}</b>`
        : html`<em>${inline(emphasis ?? "")}</em>`
  return [showEscaped(text.slice(0, found.index)), marked, ...inline(after)]
}
