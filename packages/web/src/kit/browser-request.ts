import type { Html } from "./html.ts"

/** One request of a person's browser, as far as pages need to know of it. */
export interface BrowserRequest {
  /** Path and query of this very page: where to come back to. */
  readonly path: string
  readonly query: URLSearchParams
  /** The token of the session that the browser presents, whether or not it still holds. */
  readonly session: string | null
  /** Goes into every form of the page; `form` puts it there. */
  readonly formToken: string
}

export interface Page {
  readonly title: string
  readonly body: Html
  readonly status?: number
  /** E-mail of whoever the head of the page shows, with a button to sign out: whoever is signed in, if nothing is said. */
  readonly person?: string | null
  /** Where forms of this page may lead on to beside us, as sources of a content security policy. */
  readonly formAction?: ReadonlyArray<string>
}

/** What a browser gets to see: a page, or another address; and whose browser it is from now on. */
export type PageResponse = (Page | { readonly redirect: string }) & {
  /** The token of a session that begins, or null where it has ended. */
  readonly session?: string | null
}
