import { Context, Effect } from "effect"
import type { AnyOperation, ServiceError } from "../contract/index.ts"
import type { PresentedCredential, RequestFacts } from "../http/request-facts.ts"
import type { RequestTrace } from "../telemetry/index.ts"
import type { Endpoint, EndpointError } from "./endpoint.ts"
import type { QuotaState, RateLimitState } from "./limits.ts"

/** The progress of work that a caller waits for. */
export interface ProgressUpdate {
  /** The steps that were begun: it grows with every update. */
  readonly progress: number
  /** The current step as a message that each surface words itself; null if there is none. */
  readonly message: string | null
}

/** The part of a response that is known before it is complete. */
export interface PartialResponse {
  readonly requestId: string
  readonly rateLimit: RateLimitState | null
}

/** The client that waits for the response to a call. */
export interface ClientListener {
  readonly onProgress: (update: ProgressUpdate, partialResponse: PartialResponse) => void
  /** Completes when the client disconnects. */
  readonly disconnected: Effect.Effect<void>
}

/**
 * The listener as handlers see it. Long work reports its progress and can stop early once the client is gone.
 * The pipeline does not interrupt it, because every request is finished and audited.
 */
export class ProgressListener extends Context.Reference<ProgressListener>()("@adwarden/ProgressListener", {
  defaultValue: (): {
    readonly onProgress: (update: ProgressUpdate) => void
    readonly disconnected: Effect.Effect<void>
  } => ({
    onProgress: () => {},
    disconnected: Effect.never
  })
}) {}

/** Runs an effect with the listener of its call. */
export const withListener = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  listener: ClientListener | undefined,
  partialResponse: PartialResponse
): Effect.Effect<A, E, R> =>
  listener === undefined
    ? work
    : Effect.provideService(work, ProgressListener, {
        onProgress: (update) => listener.onProgress(update, partialResponse),
        disconnected: listener.disconnected
      })

export type { RequestFacts } from "../http/request-facts.ts"

/** The credentials that a request presents. */
export type CallerCredentials =
  | PresentedCredential
  /** A signed-in person: the token of their session. */
  | { readonly kind: "session"; readonly token: string | null }
  /** Anyone who reads a public document. Whatever else was sent does not matter. */
  | { readonly kind: "reader" }
  /** An operator on the service's own machine, on behalf of a person (their email) or without one. */
  | { readonly kind: "operator"; readonly person: string | null }

/** The input as received. Path parameters are always present; the rest can be unreadable. */
export interface RawInput {
  readonly values: Readonly<Record<string, unknown>>
  readonly unreadable: ServiceError | null
}

/** How large a page may be, and how large the host writes an output. */
interface PageSize {
  readonly maxBytes: number
  readonly bytesOf: (output: unknown, organization: string | null) => number
}

/** The target of a request: an operation of the contract, or an endpoint besides it. */
export type Invocation<Out = unknown, E extends EndpointError = never> =
  | {
      readonly operation: AnyOperation
      readonly input: RawInput
      /** The size limit of pages, if the host has one. */
      readonly pageSize?: PageSize
    }
  | { readonly endpoint: Endpoint<Out, E> }

/**
 * A request from any caller. Everything except health checks and static assets reaches the pipeline as one.
 */
export interface PipelineRequest<Out = unknown, E extends EndpointError = never> {
  readonly facts: RequestFacts
  readonly credentials: CallerCredentials
  /** The name in the audit trail until the target is known. */
  readonly name: string | null
  /**
   * Evaluated only after the caller is recognised and within its rate limit, because reading a body is
   * expensive.
   */
  readonly invocation: Effect.Effect<Invocation<Out, E>>
  /** Whether an unrecognised caller can proceed. If not, it is rejected before anything is read. */
  readonly allowAnonymous: boolean
  /** The waiting client, if the host can send updates before the response or detect a disconnect. */
  readonly listener?: ClientListener
  /**
   * Its trace, while traces are on. If it is not sampled, the host runs the request in that span: adding it later costs
   * more. Without it, the pipeline decides.
   */
  readonly trace?: RequestTrace | null
}

export interface PipelineResponse<Out = unknown, E extends EndpointError = never> {
  readonly status: number
  readonly requestId: string
  /** Email of the recognised person. */
  readonly person: string | null
  /** Slug of the organization that the request was about; null if none was found. */
  readonly organization: string | null
  /** The result, or null if there is an error. */
  readonly output: Out | null
  readonly error: ServiceError | E | null
  readonly rateLimit: RateLimitState | null
  /** On writes: the remainder of the organization's writes of the day. */
  readonly quota: QuotaState | null
  /** Whether this is the stored response to an earlier call with the same idempotency key. */
  readonly replayed: boolean
}
