import {
  type CallerCredentials,
  type ClientListener,
  type EndpointError,
  Pipeline,
  type PipelineRequest,
  type PipelineResponse,
  Settings
} from "@adwarden/core"
import type { Surface } from "@adwarden/core/contract"
import { type NodeConnection, presentedCredentialOf, queryOf, requestFactsOf } from "@adwarden/core/http"
import { Effect, Runtime } from "effect"
import type { Context } from "hono"

/** What Hono hands a handler beside the request, on every surface. */
export interface Env {
  Bindings: NodeConnection
}

type HostRequest<Out, E extends EndpointError> = Pick<
  PipelineRequest<Out, E>,
  "name" | "invocation" | "allowAnonymous"
> & {
  /** The query string, where the surface has parsed it already. */
  readonly query?: URLSearchParams
  /** Told while the work goes on, where the surface has a way to pass it on. */
  readonly onProgress?: ClientListener["onProgress"]
}

/** Ends when the client has gone away. The signal is made when it is asked for: few requests ever wait. */
const clientDisconnected = (request: Request): Effect.Effect<void> =>
  Effect.async((resume) => {
    const { signal } = request
    const resumeOnAbort = () => resume(Effect.void)
    if (signal.aborted) return resumeOnAbort()
    signal.addEventListener("abort", resumeOnAbort, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", resumeOnAbort))
  })

const ignoreProgress: ClientListener["onProgress"] = () => {}

export type PipelineClient = <Out = unknown, E extends EndpointError = never>(
  c: Context<Env>,
  hostRequest: HostRequest<Out, E>
) => Promise<PipelineResponse<Out, E>>

/** What a request is recognised by: programs by the credential in their header, browsers by what their surface says. */
type CredentialReader = (c: Context<Env>, query: URLSearchParams) => CallerCredentials

const readBearerCredential: CredentialReader = (c, query) => presentedCredentialOf(c.req.raw, query)

/**
 * Takes a request to the pipeline with what its headers say of it. What it wants is worked out only when it is let
 * in, so that nobody who is turned away has a body read.
 */
export const makePipelineClient = (surface: Surface, readCredentials = readBearerCredential) =>
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const { trustProxy } = yield* Settings
    const run = Runtime.runPromise(yield* Effect.runtime<never>())
    const callPipeline: PipelineClient = (
      c,
      { onProgress = ignoreProgress, name, allowAnonymous, query, invocation }
    ) => {
      const request = c.req.raw
      const credentials = readCredentials(c, query ?? queryOf(request))
      const facts = requestFactsOf(request, c.env, surface, c.req.path, trustProxy)
      const listener = { onProgress, disconnected: clientDisconnected(request) }
      return run(pipeline.run({ name, credentials, facts, invocation, allowAnonymous, listener }))
    }
    return callPipeline
  })
