import type { SqlError } from "@effect/sql/SqlError"
import { Chunk, Context, Effect, Layer, Schema, Stream } from "effect"
import { type Access, OrganizationAccess } from "../access/organization-access.ts"
import {
  type AnyOperation,
  decodeInput,
  envelope,
  errorSchemaOf,
  errorsOf,
  inputFields,
  type NamedRecord,
  type OperationName,
  OrgAccessDenied,
  type OwnedResource,
  recordNotFound,
  type ServiceError,
  Unauthorized,
  ValidationError
} from "../contract/index.ts"
import { redactRequestFacts } from "../http/request-facts.ts"
import type { Caller } from "../request/caller.ts"
import { type Clearance, mintClearance } from "../request/clearance.ts"
import type { EndpointError } from "../request/endpoint.ts"
import {
  type HandlerResponse,
  Handlers,
  type QuotaReader,
  type Rows,
  refuseWith,
  splitRows
} from "../request/handler.ts"
import {
  type Invocation,
  type PipelineRequest,
  type PipelineResponse,
  type RawInput,
  type RequestFacts,
  withListener
} from "../request/pipeline-request.ts"
import { Settings } from "../settings.ts"
import { withRequestId } from "../telemetry/index.ts"
import { Authenticator } from "./authenticator.ts"
import { clearForOperation, scopeProblem } from "./authorize.ts"
import { makeFinishRequest, makeRequestObserver, type RequestState } from "./finish-request.ts"
import { makeRunEndpoint } from "./run-endpoint.ts"

const recordOf: Readonly<Record<OwnedResource, NamedRecord>> = {
  task: "task",
  queued_write: "queued write",
  recommendation: "recommendation",
  action: "action"
}

const decode = (operation: AnyOperation, input: RawInput) => {
  if (input.unreadable !== null) return Effect.fail(input.unreadable)
  const decoded = decodeInput(operation, input.values)
  return decoded.ok ? Effect.succeed(decoded.input) : Effect.fail(decoded.error)
}

const failWith = (problem: ServiceError | null): Effect.Effect<void, ServiceError> =>
  problem === null ? Effect.void : Effect.fail(problem)

/**
 * Resolves the organization, role and decoded input of a call. An operation can name its organization in
 * three ways.
 */
const makeAuthorizeOperation = Effect.map(OrganizationAccess, (organizations) =>
  Effect.fnUntraced(function* (
    operation: AnyOperation,
    input: RawInput,
    caller: Caller,
    request: RequestFacts,
    state: RequestState
  ) {
    const clearFor = (access: Access) => {
      state.organization = access.organization
      return clearForOperation(access, operation, caller, { request, audit: state.audit })
    }
    switch (operation.organization) {
      case "all": {
        yield* failWith(scopeProblem(operation, caller.scopes))
        const clearance = mintClearance<Clearance>({ caller, request, audit: state.audit })
        return [clearance, yield* decode(operation, input)] as const
      }
      case "named": {
        const org = input.values["org"] ?? "_"
        // Never converted to text: the value can be endless or have no text form.
        if (typeof org !== "string") {
          return yield* new ValidationError({ fields: [{ path: "org", message: "must be a text" }] })
        }
        const access = yield* organizations.findBySlug(caller, org)
        if (access === null) return yield* new OrgAccessDenied({ org: org.slice(0, 100).toWellFormed() })
        return [yield* clearFor(access), yield* decode(operation, input)] as const
      }
      case "owner": {
        yield* failWith(scopeProblem(operation, caller.scopes))
        const decoded = yield* decode(operation, input)
        const id = (decoded as Record<string, string | number>)[operation.pathNames[0]!]!
        const access = yield* organizations.findByOwnedRecord(caller, operation.owner!, id)
        if (access === null) return yield* recordNotFound(recordOf[operation.owner!], id)
        return [yield* clearFor(access), decoded] as const
      }
    }
  })
)

type Read = (input: unknown) => Effect.Effect<HandlerResponse<unknown>, ServiceError | SqlError>

const isPaginated = (operation: AnyOperation): boolean => inputFields(operation).has("cursor")

/** Returns how many of an output's rows fit; at least one, so that the next page can go on. */
const rowsThatFit = (output: unknown, fits: (output: unknown) => boolean): number => {
  const values = output as Readonly<Record<string, unknown>>
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
const readBoundedPage = (
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

const checks = new WeakMap<AnyOperation, (output: unknown) => unknown>()

/** Published schemas stay open, so that responses can gain fields. Here an undeclared field is a defect. */
const closed = { onExcessProperty: "error" } as const

const checkOf = (operation: AnyOperation) => {
  const check = checks.get(operation) ?? Schema.decodeUnknownSync(operation.output, closed)
  checks.set(operation, check)
  return check
}

/**
 * Rows are checked against the contract as they are read. A failing stream ends the transfer with an error.
 */
const checkedOutput = (operation: AnyOperation, output: unknown): unknown => {
  const check = checkOf(operation)
  const split = splitRows(operation, output)
  if (split === null) return check(output) && output
  const withRows = (rows: unknown) => ({ ...split.rest, [operation.rows!]: rows })
  check(withRows([]))
  const rows: Rows = Stream.mapChunks(split.rows, (chunk) => {
    check(withRows(Chunk.toReadonlyArray(chunk)))
    return chunk
  })
  return withRows(rows)
}

/**
 * Checks a response against its contract: its schema, or the errors that the operation declares. A mismatch
 * is a defect and is thrown, so every call in every test also checks the contract.
 */
export const checkResponse = (
  operation: AnyOperation,
  { result }: Pick<HandlerResponse<unknown>, "result">
): HandlerResponse<unknown>["result"] => {
  if ("output" in result) return { output: checkedOutput(operation, result.output) }
  const { _tag } = result.refused
  // A read has no body over HTTP, but a tool call can send more than any operation accepts.
  if (_tag !== "payload_too_large" && !errorsOf(operation).includes(_tag)) {
    throw new Error(`${operation.name} does not declare ${_tag}`)
  }
  Schema.decodeUnknownSync(errorSchemaOf(_tag), closed)(envelope(result.refused, "", "docs"))
  return result
}

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

/**
 * Whether a caller can wait in the operation. Only then are there updates before the response, so other calls
 * skip that cost.
 */
const canWait = (operation: AnyOperation): boolean => inputFields(operation).has("wait_seconds")

/** Whether the answer is a task that is still to be done. */
const isQueued = (result: HandlerResponse<unknown>["result"]): boolean =>
  "output" in result && (result.output as { readonly status?: unknown }).status === "queued"

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
    { input, operation, pageSize }: OperationInvocation,
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
    if (operation.mayQueue && isQueued(handled.result)) state.successStatus = 202
    const quota = handler?.quota ?? null
    const response = quota === null ? handled : yield* withQuota(handled, state.organization?.id, quota)
    const checked =
      checkOutputs && handler !== undefined
        ? { ...response, result: checkResponse(operation, response) }
        : response
    return checked
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
