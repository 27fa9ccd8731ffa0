/* Markdown that a person likes to read, from words of ours and of strangers. */

export { pluralize } from "../../changes/sentence.ts"

/** Somebody else's words in one line of at most so many characters, with nothing in it that cannot be seen. */
export const oneLine = (text: string, maxLength = 80): string => {
  const line = text.replaceAll(invisibleCharacters, " ").trim()
  const characters = [...line]
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`
    : line
}

/**
 * What means something in markdown, wherever it stands in a line: emphasis, code, links, HTML, cells of a table. An
 * underscore within a word, and an ampersand that begins no entity, mean nothing and stay as people wrote them.
 */
const markdownSyntax = /[\\`*[\]<|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu
/** What many programs make a link of by themselves. */
const autolinkSyntax = /:(?=\/\/)|(?<=\bwww)\.|@(?=\w)/gi
/** What means something where a line begins: headings, quotes, lists, rules; and numbered items. */
const lineStartSyntax = /^[#>+=-]/
const numberedItem = /^(\d+)([.)])(?=\s|$)/
/** How a text names an operation. In somebody else's words it is only words, and no surface shall put it in its own. */
const operationMention = /(?<=\{[a-z_]+)\.(?=[a-z_])/g
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\s]+/gu

/**
 * Somebody else's words (a search term, a name) as they stand: nothing in them becomes markup, a link or a new line.
 * What could not be markup where it stands is left alone, since many read markdown as it is written.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(invisibleCharacters, " ")
    .trim()
    .replaceAll(markdownSyntax, "\\$&")
    .replaceAll(autolinkSyntax, "\\$&")
    .replaceAll(operationMention, "\\$&")
    .replace(lineStartSyntax, "\\$&")
    .replace(numberedItem, "$1\\$2")

/** What is to be taken letter by letter: an address for one. Without what would end it or mean more. */
export const inlineCode = (text: string): string =>
  `\`${text.replaceAll(invisibleCharacters, "").replaceAll(/[`{}|]/g, "")}\``

/** Somebody else's words, quoted within a sentence. */
export const quoteInline = (text: string): string => `“${escapeMarkdown(text)}”`

/** Somebody else's words, set off from ours. */
export const blockquote = (text: string): string => `> ${escapeMarkdown(text)}`

/** "a", "a and b", "a, b and c". */
export const joinWithAnd = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

export const bulletList = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => `- ${line}`).join("\n")

/** Blocks with an empty line between them; those that are empty are left out. */
export const joinBlocks = (...parts: ReadonlyArray<string | null>): string =>
  parts.filter((part) => part !== null && part !== "").join("\n\n")
