import { type Body, text } from "../protocol/json.ts"
import type { Context } from "./context.ts"

const refusedCharacters = /[!@%^*()={};~`<>,?|\\]/

export const checkKeyword = (body: Body, context: Context): void => {
  const words = text(body, "keyword", "text")
  const field = "keyword.text"
  if (words.trim() === "") {
    context.complain({ criterionError: "INVALID_KEYWORD_TEXT" }, "Keyword text is invalid.", field)
  }
  if (words.length > 80) {
    context.complain(
      { criterionError: "KEYWORD_TEXT_TOO_LONG" },
      "Keyword text should be less than 80 chars.",
      field,
      words
    )
  }
  if (words.trim().split(/\s+/).length > 10) {
    context.complain(
      { criterionError: "KEYWORD_HAS_TOO_MANY_WORDS" },
      "Keyword text has too many words.",
      field,
      words
    )
  }
  if (refusedCharacters.test(words)) {
    context.complain(
      { criterionError: "KEYWORD_HAS_INVALID_CHARS" },
      "Keyword text has invalid characters or symbols.",
      field,
      words
    )
  }
  if (!/^(EXACT|PHRASE|BROAD)$/.test(text(body, "keyword", "matchType"))) {
    context.complain({ fieldError: "REQUIRED" }, "The required field was not present.", "keyword.match_type")
  }
}

/**
 * Returns a keyword's criterion id. As at Google, the same text and match type have the same id everywhere.
 */
export const keywordId = (body: Body): string => {
  const key = `${text(body, "keyword", "text").toLowerCase()}/${text(body, "keyword", "matchType")}`
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(key)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return (100_000_000n + (hash >> 26n)).toString()
}
