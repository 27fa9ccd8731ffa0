import { Effect } from "effect"
import { type OperationName, operationByName, type Surface } from "../../src/contract/index.ts"
import type { Answer } from "../../src/pipeline/call.ts"
import { Pipeline } from "../../src/pipeline/pipeline.ts"

let requests = 0

export const factsFor = (surface: Surface = "rest", ip = "192.0.2.1") => ({
  id: `req_test${++requests}`,
  surface,
  method: "GET",
  path: "/v1/test",
  ip,
  userAgent: "vitest"
})

export const presenting = (token: string | null) => ({
  authorization: token === null ? null : `Bearer ${token}`,
  query: []
})

/** Runs an operation as a host would, with a raw input and a bearer token. */
export const call = (
  name: OperationName,
  token: string | null,
  values: Record<string, unknown> = {},
  options: { readonly surface?: Surface; readonly ip?: string } = {}
): Effect.Effect<Answer, never, Pipeline> =>
  Effect.flatMap(Pipeline, (pipeline) =>
    pipeline.run({
      operation: operationByName.get(name)!,
      input: { values, unreadable: null },
      presented: presenting(token),
      facts: factsFor(options.surface, options.ip)
    })
  )

/** An input that would be accepted: the example's, in the caller's own organization. */
export const exampleInput = (name: OperationName): Record<string, unknown> => {
  const { example } = operationByName.get(name)!
  return { ...(example.input as Record<string, unknown>) }
}
