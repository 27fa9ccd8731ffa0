import { Effect } from "effect"
import { type OperationName, operationByName, type Surface } from "../../src/contract/index.ts"
import { Pipeline } from "../../src/pipeline/pipeline.ts"
import type { Answer, Presents } from "../../src/request/call.ts"
import type { Entrance, OwnRefusal } from "../../src/request/entrance.ts"

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
  kind: "credential" as const,
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
      name,
      presents: presenting(token),
      facts: factsFor(options.surface, options.ip),
      wants: Effect.succeed({
        operation: operationByName.get(name)!,
        input: { values, unreadable: null }
      }),
      open: false
    })
  )

/** Comes in by an entrance that is no operation. */
export const visit = <Out, E extends OwnRefusal>(
  entrance: Entrance<Out, E>,
  presents: Presents,
  options: { readonly surface?: Surface; readonly ip?: string; readonly open?: boolean } = {}
): Effect.Effect<Answer<Out, E>, never, Pipeline> =>
  Effect.flatMap(Pipeline, (pipeline) =>
    pipeline.run({
      name: null,
      presents,
      facts: factsFor(options.surface, options.ip),
      wants: Effect.succeed({ entrance }),
      open: options.open ?? false
    })
  )

/** What an operator does in a person's name: its output, or what it was refused with. */
export const asOperator = <Out, E extends OwnRefusal>(entrance: Entrance<Out, E>, person: string | null) =>
  Effect.flatMap(visit(entrance, { kind: "operator", person }, { surface: "cli" }), ({ error, output }) =>
    error === null ? Effect.succeed(output as Out) : Effect.fail(error)
  )

/** An input that would be accepted: the example's, in the caller's own organization. */
export const exampleInput = (name: OperationName): Record<string, unknown> => {
  const { example } = operationByName.get(name)!
  return { ...(example.input as Record<string, unknown>) }
}
