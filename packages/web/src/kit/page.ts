import type { Endpoint, EndpointError, Frame, Invocation } from "@adwarden/core"
import type { AccountPage, OperationName, OrganizationPage, ServiceError } from "@adwarden/core/contract"
import type { Effect, Stream } from "effect"
import type { Html } from "./html.ts"
import type { Range } from "./range.ts"

/** The parts of a browser's request that pages need. */
export interface BrowserRequest {
  /** Path and query of this page, for returning to it. */
  readonly path: string
  readonly query: URLSearchParams
  /** The parameters of the route, such as `id`. */
  readonly parameters: Readonly<Record<string, string>>
  /** The organization of the path; empty on pages of none. */
  readonly org: string
  /** The session token that the browser sent, whether or not it is still valid. */
  readonly session: string | null
  /** The days that pages showed last, as the browser kept them; empty if it kept none. */
  readonly keptRange: string
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
  /** The days that the page shows. The browser keeps them for other pages. */
  readonly range?: Range
  /** Email that the page header shows, with a sign-out button. Default: the signed-in person. */
  readonly person?: string | null
  /** Origins that forms of this page can redirect to, as sources of a content security policy. */
  readonly formAction?: ReadonlyArray<string>
  /** Null or absent on sign-in, consent and error pages, which have no navigation and no script. */
  readonly dashboard?: InDashboard | null
  /** A document for whoever has its link: it sends no referrer, and search engines leave it out. */
  readonly shared?: true
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

/** A page or a form handler: its endpoint, and how to render the result. */
export interface PageRoute<Out, E extends EndpointError = never> {
  /** Its name in the audit trail until the endpoint is known. */
  readonly name: string
  /**
   * Returns the endpoint to run. It is called after authentication and rate limiting; for a page, the form is empty.
   */
  readonly invocation: (request: BrowserRequest, form: URLSearchParams) => Effect.Effect<Invocation<Out, E>>
  readonly render: (out: Out, request: BrowserRequest, form: URLSearchParams) => PageResponse | FormPage
  /** Other origins that its form can redirect to. The page that asks for a confirmation sends the form too. */
  readonly redirectsTo?: ReadonlyArray<string>
  /** Renders an error in its own way. Null selects the default: the sign-in page or an error page. */
  readonly renderError?: (
    error: ServiceError | E,
    request: BrowserRequest,
    form: URLSearchParams
  ) => PageResponse | FormPage | null
}

/** A page that is read and shown in response to a form: its endpoint, and how to render its result. */
export interface FormPage {
  readonly use: <R>(
    run: <Out, E extends EndpointError>(endpoint: Endpoint<Out, E>, render: (out: Out) => PageResponse) => R
  ) => R
}

export const formPage = <Out, E extends EndpointError>(
  endpoint: Endpoint<Out, E>,
  render: (out: Out) => PageResponse
): FormPage => ({ use: (run) => run(endpoint, render) })

/** A read operation as a file. */
export interface Download {
  readonly operation: OperationName
  /** The input of the operation, besides the organization of the path. */
  readonly inputOf: (request: BrowserRequest) => Readonly<Record<string, unknown>>
  /** The name of the file. */
  readonly fileName: (request: BrowserRequest) => string
}

/** A stream of values that a page's script follows. */
export interface EventRoute<A, E> {
  /** Its name in the audit trail until the endpoint is known. */
  readonly name: string
  readonly endpoint: (request: BrowserRequest) => Endpoint<Stream.Stream<A, E>>
  /** What the script gets of a value; the value itself without it. */
  readonly render?: (value: A, request: BrowserRequest) => unknown
}
