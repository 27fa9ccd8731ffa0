import type { Html } from "./html.ts"

/** The parts of a browser's request that pages need. */
export interface BrowserRequest {
  /** Path and query of this page, for returning to it. */
  readonly path: string
  readonly query: URLSearchParams
  /** The session token that the browser sent, whether or not it is still valid. */
  readonly session: string | null
  /** The token for the page's forms, which `form` adds. */
  readonly formToken: string
}

export interface Page {
  readonly title: string
  readonly body: Html
  readonly status?: number
  /** Email that the page header shows, with a sign-out button. Default: the signed-in person. */
  readonly person?: string | null
  /** Origins that forms of this page can redirect to, as sources of a content security policy. */
  readonly formAction?: ReadonlyArray<string>
}

/** A response to a browser: a page or a redirect, and optionally a new session. */
export type PageResponse = (Page | { readonly redirect: string }) & {
  /** The token of a new session, or null if the session has ended. */
  readonly session?: string | null
}
