import type { Surface } from "../contract/index.ts"

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

/** A key or a token, as a request carries it. */
export interface PresentedCredential {
  readonly kind: "credential"
  readonly authorization: string | null
  /** The names and values of the query string, only to refuse a credential there. */
  readonly query: Iterable<readonly [string, string]>
}
