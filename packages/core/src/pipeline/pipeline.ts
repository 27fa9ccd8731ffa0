import { Context, Effect, Layer } from "effect"
import {
  type AnyOperation,
  inputFields,
  type OperationName,
  type ServiceError,
  Unauthorized
} from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import type { EndpointError } from "../request/endpoint.ts"
import { type HandlerResponse, type QuotaReader, refuseWith } from "../request/handler.ts"
import { Handlers } from "../request/handler-registry.ts"
import { parseJsonText } from "../request/json-text.ts"
import { withListener } from "../request/listener.ts"
import type { Invocation, PipelineRequest, PipelineResponse } from "../request/pipeline-request.ts"
import { Settings } from "../settings.ts"
import { withRequestId } from "../telemetry/index.ts"
import { Authenticator } from "./authenticator.ts"
import { makeAuthorizeOperation } from "./authorize-operation.ts"
import { isPaginated, readBoundedPage } from "./bounded-page.ts"
import { makeFinishRequest, type RequestState } from "./finish-request.ts"
import { makeRequestObserver } from "./observe-request.ts"
import { redactRequestFacts } from "./redaction.ts"
import { checkResponse } from "./response-check.ts"
import { makeRunEndpoint } from "./run-endpoint.ts"

/**
 * The only way to run a request. Every surface passes its requests here and sends the responses. The pipeline
 * recognises the caller, applies the rate limit, authorizes, runs and audits, in this order.
 */
export class Pipeline extends Context.Tag("@adwarden/Pipeline")<
  Pipeline,
  {
    readonly run: <Out = unknown, E extends EndpointError = never>(
      request: PipelineRequest<Out, E>
    ) => Effect.Effect<PipelineResponse<Out, E>>
    /** The operations that have a handler. */
    readonly implemented: () => ReadonlySet<OperationName>
  }
>() {
  static readonly layer = Layer.effect(
    Pipeline,
    Effect.suspend(() => make)
  )
}

/** Adds the organization's remaining writes of the day if the write engine did not report them. */
const withQuota = (
  response: HandlerResponse<unknown>,
  organization: number | undefined,
  quota: QuotaReader
): Effect.Effect<HandlerResponse<unknown>> =>
  response.quota !== null || organization === undefined
    ? Effect.succeed(response)
    : Effect.match(quota(organization), {
        // The response is valid without it.
        onFailure: () => response,
        onSuccess: (state) => ({ ...response, quota: state })
      })

/** The response with values alone, for callers that do not write it as JSON. */
const withValues = (response: HandlerResponse<unknown>, output: unknown): HandlerResponse<unknown> => ({
  ...response,
  result: { output: parseJsonText(output) }
})

/**
 * Whether a caller can wait in the operation. Only then are there updates before the response, so other calls
 * skip that cost.
 */
const canWait = (operation: AnyOperation): boolean => inputFields(operation).has("wait_seconds")

type OperationInvocation = Extract<Invocation, { readonly operation: unknown }>

const make = Effect.gen(function* () {
  const authenticator = yield* Authenticator
  const handlers = yield* Handlers
  const { checkOutputs } = yield* Settings
  const authorizeOperation = yield* makeAuthorizeOperation
  const runEndpoint = yield* makeRunEndpoint
  const observer = yield* makeRequestObserver
  const { inSpan, requestSpan } = observer
  const finishRequest = yield* makeFinishRequest(observer)

  const runOperation = Effect.fnUntraced(function* (
    { input, operation, pageSize, writesJson = false }: OperationInvocation,
    caller: Caller,
    request: Pick<PipelineRequest, "facts" | "listener">,
    state: RequestState
  ) {
    state.successStatus = operation.success
    const handler = handlers.find(operation.name)
    const work = Effect.flatMap(
      inSpan("authorize", authorizeOperation(operation, input, caller, request.facts, state)),
      ([clearance, decoded]) => {
        if (handler === undefined) return Effect.dieMessage(`Nobody handles ${operation.name}`)
        const read = (one: unknown) => inSpan("handle", handler.handle(clearance, one))
        if (pageSize === undefined || !isPaginated(operation)) return read(decoded)
        const organization = state.organization?.slug ?? null
        const fits = (output: unknown) => pageSize.bytesOf(output, organization) <= pageSize.maxBytes
        return readBoundedPage(read, decoded as { readonly limit: number }, fits)
      }
    )
    const workWithListener = canWait(operation)
      ? withListener(work, request.listener, { requestId: request.facts.id, rateLimit: state.rateLimit })
      : work
    const handled = yield* Effect.catchIf(
      workWithListener,
      (error): error is ServiceError => error._tag !== "SqlError",
      (error) => Effect.succeed(refuseWith(error))
    )
    const quota = handler?.quota ?? null
    const response = quota === null ? handled : yield* withQuota(handled, state.organization?.id, quota)
    const checked =
      checkOutputs && handler !== undefined
        ? { ...response, result: checkResponse(operation, response) }
        : response
    return writesJson || "refused" in checked.result ? checked : withValues(checked, checked.result.output)
  })

  const authenticateAndRun = Effect.fnUntraced(function* <Out, E extends EndpointError>(
    request: PipelineRequest<Out, E>,
    state: RequestState
  ) {
    const authentication = yield* inSpan(
      "authenticate",
      authenticator.authenticate(request.credentials, request.facts)
    )
    state.audit = { ...state.audit, ...authentication.actor }
    state.rateLimit = authentication.rateLimit
    state.person = authentication.caller?.email ?? null
    if (authentication.limited !== null) {
      state.limitedSubject = authentication.subject
      return yield* authentication.limited
    }
    if (authentication.refusal !== null && !request.allowAnonymous) return yield* authentication.refusal
    const invocation = yield* request.invocation
    const name = "operation" in invocation ? invocation.operation.name : invocation.endpoint.name
    state.audit = { ...state.audit, operation: name }
    if ("endpoint" in invocation) {
      state.successStatus = invocation.endpoint.successStatus ?? 200
      return yield* inSpan("handle", runEndpoint(invocation.endpoint, { ...request, authentication }, state))
    }
    if (authentication.caller === null) {
      return yield* authentication.refusal ?? new Unauthorized({ why: "missing" })
    }
    return yield* runOperation(invocation, authentication.caller, request, state)
  })

  return {
    run: <Out, E extends EndpointError>(incoming: PipelineRequest<Out, E>) => {
      const request = { ...incoming, facts: redactRequestFacts(incoming.facts) }
      const work = finishRequest<Out, E>(request.facts, request.name, (state) =>
        authenticateAndRun(request, state)
      )
      return withRequestId(requestSpan(request, work), request.facts.id)
    },
    implemented: handlers.names
  }
})
