import type { Effect } from "effect"
import type { AnyOperation, ServiceError } from "../contract/index.ts"
import type { PresentedCredential, RequestFacts } from "../http/request.ts"
import type { Endpoint, EndpointError } from "./endpoint.ts"
import type { QuotaState, RateLimitState } from "./limits.ts"
import type { ClientListener } from "./listener.ts"

export type { RequestFacts } from "../http/request.ts"

/** What a request presents to be recognised by. */
export type CallerCredentials =
  | PresentedCredential
  /** Someone who signed in: the token of their session. */
  | { readonly kind: "session"; readonly token: string | null }
  /** An operator on the service's own machine, in the name of a person (their e-mail) or in nobody's. */
  | { readonly kind: "operator"; readonly person: string | null }

/** The input as it came. What the path said is always there; the rest may not have been readable. */
export interface RawInput {
  readonly values: Readonly<Record<string, unknown>>
  readonly unreadable: ServiceError | null
}

/** What a request came for: an operation of the contract, or an entrance beside it. */
export type Invocation<Out = unknown, E extends EndpointError = never> =
  | { readonly operation: AnyOperation; readonly input: RawInput }
  | { readonly endpoint: Endpoint<Out, E> }

/** A request of anyone for anything. Everything but health checks and static assets comes in as one of these. */
export interface PipelineRequest<Out = unknown, E extends EndpointError = never> {
  readonly facts: RequestFacts
  readonly credentials: CallerCredentials
  /** What the audit trail calls it for as long as it is not known what it wants. */
  readonly name: string | null
  /** Worked out only once the caller is recognised and within its rate: to read a body is dear. */
  readonly invocation: Effect.Effect<Invocation<Out, E>>
  /** Whether those who are not recognised are asked as well; else they are told so before anything is read. */
  readonly allowAnonymous: boolean
  /** Whoever waits for the answer, where the host can tell them anything before it, or notices that they went away. */
  readonly listener?: ClientListener
}

export interface PipelineResponse<Out = unknown, E extends EndpointError = never> {
  readonly status: number
  readonly requestId: string
  /** E-mail of whoever was recognised. */
  readonly person: string | null
  /** What came of it, or null where there is an error. */
  readonly output: Out | null
  readonly error: ServiceError | E | null
  readonly rateLimit: RateLimitState | null
  /** What is left of the organization's writes of the day, on writes. */
  readonly quota: QuotaState | null
  /** Whether this is the stored answer to an earlier call with the same idempotency key. */
  readonly replayed: boolean
}
