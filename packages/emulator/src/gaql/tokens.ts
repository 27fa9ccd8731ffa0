import { refuse } from "../protocol/errors.ts"
import type { ErrorCodes } from "../schema/errors.generated.ts"
import { type Token, tokenize } from "./lexer.ts"

/** A cursor over the tokens for the parser. */
export class Tokens {
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(query: string) {
    this.#tokens = tokenize(query)
  }

  get next(): Token {
    return this.#tokens[this.#position]!
  }

  get done(): boolean {
    return this.next.kind === "end"
  }

  take(): Token {
    const token = this.next
    if (token.kind !== "end") this.#position++
    return token
  }

  isWord(...words: readonly string[]): boolean {
    return this.next.kind === "word" && words.includes(this.next.text.toUpperCase())
  }

  takeWord(...words: readonly string[]): string | undefined {
    return this.isWord(...words) ? this.take().text.toUpperCase() : undefined
  }

  takeSymbol(...symbols: readonly string[]): string | undefined {
    return this.next.kind === "symbol" && symbols.includes(this.next.text) ? this.take().text : undefined
  }

  /** Throws a query error. At the end of the query, the error is always UNEXPECTED_END_OF_QUERY. */
  fail(code: ErrorCodes["queryError"], what: string): never {
    if (this.done) {
      return refuse({ queryError: "UNEXPECTED_END_OF_QUERY" }, "Error in query: unexpected end of query.")
    }
    return refuse({ queryError: code }, `Error in query: ${what}.`, [], this.next.text)
  }
}
