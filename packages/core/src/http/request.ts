import type { Surface } from "../contract/index.ts"

/** The facts of a request before its target is known. */
export interface RequestFacts {
  readonly id: string
  readonly surface: Surface
  readonly method: string | null
  /** Without the query string, which can contain secrets. */
  readonly path: string | null
  readonly ip: string | null
  readonly userAgent: string | null
}

/** A key or a token as a request presents it. */
export interface PresentedCredential {
  readonly kind: "credential"
  readonly authorization: string | null
  /** The query string's names and values, only to reject a credential there. */
  readonly query: Iterable<readonly [string, string]>
}
