import {
  type CallerCredentials,
  type ClientListener,
  type EndpointError,
  Pipeline,
  type PipelineRequest,
  type PipelineResponse,
  Settings,
  type SettingsShape,
  startRequestTrace,
  Telemetry
} from "@adwarden/core"
import type { Surface } from "@adwarden/core/contract"
import {
  forwardingHeaderOf,
  type NodeConnection,
  presentedCredentialOf,
  queryOf,
  requestFactsOf,
  untrustedProxyAdvice,
  untrustedProxyText
} from "@adwarden/core/http"
import { Context, Effect, Runtime, Tracer } from "effect"
import type { Context as HonoContext } from "hono"

/** The values that Hono passes to a handler in addition to the request, on every surface. */
export interface Env {
  Bindings: NodeConnection
}

type HostRequest<Out, E extends EndpointError> = Pick<
  PipelineRequest<Out, E>,
  "name" | "invocation" | "allowAnonymous"
> & {
  /** The query string, if the surface has already parsed it. */
  readonly query?: URLSearchParams
  /** Called while the request is in progress, if the surface can forward progress. */
  readonly onProgress?: ClientListener["onProgress"]
}

/** Completes when the client disconnects. The signal is created on demand, because few requests wait. */
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
  c: HonoContext<Env>,
  hostRequest: HostRequest<Out, E>
) => Promise<PipelineResponse<Out, E>>

/** Reads the credential of a request: from the header for programs, from the surface's own source for browsers. */
type CredentialReader = (c: HonoContext<Env>, query: URLSearchParams) => CallerCredentials

const readBearerCredential: CredentialReader = (c, query) => presentedCredentialOf(c.req.raw, query)

/** The hosts that have warned of a proxy, by their settings. */
const warned = new WeakSet<SettingsShape>()

/** The first header of a proxy that this host does not trust. */
const firstUntrustedHeader = (settings: SettingsShape, request: Request): string | null => {
  const header = settings.trustProxy || warned.has(settings) ? null : forwardingHeaderOf(request)
  if (header !== null) warned.add(settings)
  return header
}

/**
 * Sends a request to the pipeline with the facts from its headers. The body is read only after authentication, so
 * rejected callers cost no parsing.
 */
export const makePipelineClient = (surface: Surface, readCredentials = readBearerCredential) =>
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const settings = yield* Settings
    const { traces } = yield* Telemetry
    // Requests need none of the host's services, and each service that they add copies the whole context.
    const runtime = Runtime.updateContext(yield* Effect.runtime<never>(), () => Context.empty())
    const run = Runtime.runPromise(runtime)
    const runIn = <A>(span: Tracer.AnySpan, work: Effect.Effect<A>): Promise<A> =>
      Runtime.runPromise(
        Runtime.updateContext(runtime, () => Context.make(Tracer.ParentSpan, span)),
        work
      )
    const callPipeline: PipelineClient = (
      c,
      { onProgress = ignoreProgress, name, allowAnonymous, query, invocation }
    ) => {
      const request = c.req.raw
      const credentials = readCredentials(c, query ?? queryOf(request))
      const facts = requestFactsOf(request, c.env, surface, c.req.path, settings.trustProxy)
      const listener = { onProgress, disconnected: clientDisconnected(request) }
      const untrusted = firstUntrustedHeader(settings, request)
      if (untrusted !== null)
        void run(Effect.logWarning(`${untrustedProxyText(untrusted)} ${untrustedProxyAdvice}`))
      const trace =
        traces === null
          ? null
          : startRequestTrace(traces, name ?? surface, request.headers.get("traceparent"))
      const work = pipeline.run({ name, credentials, facts, invocation, allowAnonymous, listener, trace })
      return trace === null || trace.unsampled === null ? run(work) : runIn(trace.unsampled, work)
    }
    return callPipeline
  })
