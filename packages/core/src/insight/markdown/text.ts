/* Readable markdown, from our own text and from untrusted text. */

export { pluralize } from "../../changes/sentence.ts"

/** Returns untrusted text as one line with a maximum length and without invisible characters. */
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
 * Markdown syntax at any position: emphasis, code, links, HTML, table cells. An underscore within a word, and
 * an ampersand that starts no entity, stay unescaped.
 */
const markdownSyntax = /[\\`*[\]<|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu
/** Text that many renderers turn into a link. */
const autolinkSyntax = /:(?=\/\/)|(?<=\bwww)\.|@(?=\w)/gi
/** Markdown syntax at the start of a line: headings, quotes, lists, rules and numbered items. */
const lineStartSyntax = /^[#>+=-]/
const numberedItem = /^(\d+)([.)])(?=\s|$)/
/** An operation mention. In untrusted text it is plain text, and no surface must render it as a call. */
const operationMention = /(?<=\{[a-z_]+)\.(?=[a-z_])/g
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\s]+/gu

/**
 * Escapes untrusted text (a search term, a name), so that it creates no markup, link or new line. Characters
 * that are harmless at their position stay, because many people read markdown as plain text.
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

/** Renders literal text, such as a URL, without characters that would end or extend the code span. */
export const inlineCode = (text: string): string =>
  `\`${text.replaceAll(invisibleCharacters, "").replaceAll(/[`{}|]/g, "")}\``

/** Quotes untrusted text within a sentence. */
export const quoteInline = (text: string): string => `“${escapeMarkdown(text)}”`

/** Renders untrusted text, such as the name of a campaign, in bold. */
export const strong = (text: string): string => `**${escapeMarkdown(text)}**`

/** Renders the name or email address of a person, without an escape that plain readers would see. */
export const personName = (who: string): string => escapeMarkdown(who).replaceAll("\\@", "@")

/** Renders untrusted text as a blockquote. */
export const blockquote = (text: string): string => `> ${escapeMarkdown(text)}`

/** For example "a", "a and b", "a, b and c". */
export const joinWithAnd = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

/** Joins sentences to a paragraph, and skips empty ones. */
export const joinSentences = (...sentences: ReadonlyArray<string | null>): string =>
  sentences.filter((sentence) => sentence !== null && sentence !== "").join(" ")

export const bulletList = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => `- ${line}`).join("\n")

/** Joins blocks with an empty line between them, and skips empty blocks. */
export const joinBlocks = (...parts: ReadonlyArray<string | null>): string =>
  parts.filter((part) => part !== null && part !== "").join("\n\n")
