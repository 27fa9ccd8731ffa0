import { Effect } from "effect"
import { type OperationName, operationByName, type Surface } from "../../src/contract/index.ts"
import { Pipeline } from "../../src/pipeline/pipeline.ts"
import type { Endpoint, EndpointError } from "../../src/request/endpoint.ts"
import type { CallerCredentials, PipelineResponse } from "../../src/request/pipeline-request.ts"

let requests = 0

/** The facts of a request from a test, with a new id on each call. */
export const requestFacts = (surface: Surface = "rest", ip = "192.0.2.1") => ({
  id: `req_test${++requests}`,
  surface,
  method: "GET",
  path: "/v1/test",
  ip,
  userAgent: "vitest"
})

/** Credentials with this bearer token, or without any authorization for null. */
export const bearerCredential = (token: string | null) => ({
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
): Effect.Effect<PipelineResponse, never, Pipeline> =>
  Effect.flatMap(Pipeline, (pipeline) =>
    pipeline.run({
      name,
      credentials: bearerCredential(token),
      facts: requestFacts(options.surface, options.ip),
      invocation: Effect.succeed({
        operation: operationByName.get(name)!,
        input: { values, unreadable: null }
      }),
      allowAnonymous: false
    })
  )

/** Runs an endpoint that is not an operation. */
export const callEndpoint = <Out, E extends EndpointError>(
  endpoint: Endpoint<Out, E>,
  credentials: CallerCredentials,
  options: { readonly surface?: Surface; readonly ip?: string; readonly allowAnonymous?: boolean } = {}
): Effect.Effect<PipelineResponse<Out, E>, never, Pipeline> =>
  Effect.flatMap(Pipeline, (pipeline) =>
    pipeline.run({
      name: null,
      credentials,
      facts: requestFacts(options.surface, options.ip),
      invocation: Effect.succeed({ endpoint }),
      allowAnonymous: options.allowAnonymous ?? false
    })
  )

/** Runs an operator's endpoint on behalf of a person; returns its output or throws its error. */
export const asOperator = <Out, E extends EndpointError>(endpoint: Endpoint<Out, E>, person: string | null) =>
  Effect.flatMap(
    callEndpoint(endpoint, { kind: "operator", person }, { surface: "cli" }),
    ({ error, output }) => (error === null ? Effect.succeed(output as Out) : Effect.fail(error))
  )

/** Returns the valid input of an operation's example. */
export const exampleInput = (name: OperationName): Record<string, unknown> => {
  const { example } = operationByName.get(name)!
  return { ...(example.input as Record<string, unknown>) }
}
