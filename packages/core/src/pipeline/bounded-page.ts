import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type AnyOperation, inputFields, type ServiceError } from "../contract/index.ts"
import type { HandlerResponse } from "../request/handler.ts"
import { parseJsonText } from "../request/json-text.ts"

type Read = (input: unknown) => Effect.Effect<HandlerResponse<unknown>, ServiceError | SqlError>

export const isPaginated = (operation: AnyOperation): boolean => inputFields(operation).has("cursor")

/** Returns how many of an output's rows fit; at least one, so that the next page can go on. */
const rowsThatFit = (output: unknown, fits: (output: unknown) => boolean): number => {
  const values = parseJsonText(output) as Readonly<Record<string, unknown>>
  const [field, rows] = Object.entries(values).find(([, value]) => Array.isArray(value)) as [
    string,
    ReadonlyArray<unknown>
  ]
  let [fitting, tooMany] = [1, rows.length]
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (fits({ ...values, [field]: rows.slice(0, middle) })) fitting = middle
    else tooMany = middle
  }
  return fitting
}

/**
 * Reads a page, and reads it again with fewer rows while it does not fit. The list itself then writes the cursor after
 * the last row, so that the next page repeats and skips none.
 */
export const readBoundedPage = (
  read: Read,
  input: { readonly limit: number },
  fits: (output: unknown) => boolean
): ReturnType<Read> =>
  Effect.flatMap(read(input), (response) => {
    if (input.limit === 1 || "refused" in response.result || fits(response.result.output))
      return Effect.succeed(response)
    const limit = Math.min(rowsThatFit(response.result.output, fits), input.limit - 1)
    return readBoundedPage(read, { ...input, limit }, fits)
  })
