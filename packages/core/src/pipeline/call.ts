import type { AnyOperation, ServiceError, Surface } from "../contract/index.ts"
import type { OrganizationFacts } from "./caller.ts"

/** What is known of a request before anyone looked at what it wants. */
export interface RequestFacts {
  readonly id: string
  readonly surface: Surface
  readonly method: string | null
  /** Without the query string, which may hold what nobody should keep. */
  readonly path: string | null
  readonly ip: string | null
  readonly userAgent: string | null
}

/** The input as it came. What the path said is always there; the rest may not have been readable. */
export interface RawInput {
  readonly values: Readonly<Record<string, unknown>>
  readonly unreadable: ServiceError | null
}

export interface Call {
  readonly operation: AnyOperation
  readonly input: RawInput
  readonly presented: Presented
  readonly facts: RequestFacts
}

/** A request that runs no operation: an unknown path, or a protocol's own messages. */
export interface Visit {
  /** What to call it in the audit trail. */
  readonly name: string | null
  readonly presented: Presented
  readonly facts: RequestFacts
  /** What to answer once the caller is known; null for a plain yes. */
  readonly refusal: ServiceError | null
  /** Whether those who present no credential get the same answer. */
  readonly open: boolean
}

/** Something that a signed-in person does, or an operator on the service's own machine in their name. */
export interface Deed {
  readonly name: string
  readonly facts: RequestFacts
  readonly organization: OrganizationFacts
  /** E-mail of the person. */
  readonly person: string
}

/** What a request presents to be recognised by. */
export interface Presented {
  readonly authorization: string | null
  /** The names and values of the query string, only to refuse a credential there. */
  readonly query: Iterable<readonly [string, string]>
}

export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds at which the whole limit is there again. */
  readonly reset: number
}

export interface Answer {
  readonly status: number
  readonly requestId: string
  /** The operation's output, or null where there is an error. */
  readonly output: unknown
  readonly error: ServiceError | null
  readonly rateLimit: RateLimitState | null
  /** What is left of the organization's writes of the day, on writes. */
  readonly quota: { readonly limit: number; readonly remaining: number } | null
  /** Whether this is the stored answer to an earlier call with the same idempotency key. */
  readonly replayed: boolean
}
