import type { Frame } from "@adwarden/core"
import type { AccountPage, OrganizationPage } from "@adwarden/core/contract"
import type { Html } from "./html.ts"

/** The parts of a browser's request that pages need. */
export interface BrowserRequest {
  /** Path and query of this page, for returning to it. */
  readonly path: string
  readonly query: URLSearchParams
  /** The parameters of the route, such as `org`. */
  readonly parameters: Readonly<Record<string, string>>
  /** The session token that the browser sent, whether or not it is still valid. */
  readonly session: string | null
  /** The token for the page's forms, which `form` adds. */
  readonly formToken: string
}

/** The place of a dashboard page in the navigation. */
export type Place =
  | { readonly of: "person"; readonly page: "home" | "approvals" | null }
  | { readonly of: "account"; readonly page: AccountPage }
  | { readonly of: "organization"; readonly page: OrganizationPage | "stop" | null }

/** Puts a page into the frame of the dashboard. */
export interface InDashboard {
  readonly frame: Frame
  readonly place: Place
  /** Whether the page shows a secret. It is then not compressed. */
  readonly showsSecret?: boolean
}

export interface Page {
  readonly title: string
  readonly body: Html
  readonly status?: number
  /** Email that the page header shows, with a sign-out button. Default: the signed-in person. */
  readonly person?: string | null
  /** Origins that forms of this page can redirect to, as sources of a content security policy. */
  readonly formAction?: ReadonlyArray<string>
  /** Null or absent on sign-in, consent and error pages, which have no navigation and no script. */
  readonly dashboard?: InDashboard | null
  /** Of an error page: the same inside the frame of the dashboard, for a person who is signed in. */
  readonly inFrame?: (frame: Frame) => Page
}

/** A file to store. */
export interface FileResponse {
  readonly file: { readonly name: string; readonly type: string; readonly text: string }
}

/** A response to a browser: a page, a file or a redirect, and optionally a new session. */
export type PageResponse = (Page | FileResponse | { readonly redirect: string }) & {
  /** The token of a new session, or null if the session has ended. */
  readonly session?: string | null
}

export const isPage = (response: PageResponse): response is Page & Pick<PageResponse, "session"> =>
  "body" in response
