/* Markdown that a person likes to read, from words of ours and of strangers. */

/** Somebody else's words in one line of at most so many characters, with nothing in it that cannot be seen. */
export const oneLine = (text: string, most = 80): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim()
  const characters = [...line]
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
    : line
}

/**
 * Somebody else's words (a search term, a name) as they stand: nothing in them becomes markup, a link or a new line.
 * What could not be markup where it stands is left alone, since many read markdown as it is written.
 */
export const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/[\\`*[\]<>|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|^[-+#=]/gu, "\\$&")
    .replace(/^(\d+)(?=[.)] )/u, "$1\\")
    .replace(/(?<=:)\/\/|(?<=\bwww)\.|(?<=\w)@(?=\w)/giu, "\\$&")

/** Somebody else's words, quoted within a sentence. */
export const quoted = (text: string): string => `“${plain(text)}”`

/** "a", "a and b", "a, b and c". */
export const listed = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

/** "1 campaign", "2 campaigns". */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`

/** Blocks with an empty line between them; those that are empty are left out. */
export const blocks = (...parts: ReadonlyArray<string | null>): string =>
  parts.filter((part) => part !== null && part !== "").join("\n\n")
