import type { Endpoint, EndpointError, Invocation } from "@adwarden/core"
import type { OperationName, ServiceError } from "@adwarden/core/contract"
import type { Effect, Stream } from "effect"
import type { BrowserRequest, PageResponse } from "./browser-request.ts"

/** A page or a form handler: its endpoint, and how to render the result. */
export interface PageRoute<Out, E extends EndpointError = never> {
  /** Its name in the audit trail until the endpoint is known. */
  readonly name: string
  /**
   * Returns the endpoint to run. It is called after authentication and rate limiting; for a page, the form is empty.
   */
  readonly invocation: (request: BrowserRequest, form: URLSearchParams) => Effect.Effect<Invocation<Out, E>>
  readonly render: (out: Out, request: BrowserRequest, form: URLSearchParams) => PageResponse
  /** Other origins that its form can redirect to. The page that asks for a confirmation sends the form too. */
  readonly redirectsTo?: ReadonlyArray<string>
  /** Renders an error in its own way. Null selects the default: the sign-in page or an error page. */
  readonly renderError?: (
    error: ServiceError | E,
    request: BrowserRequest,
    form: URLSearchParams
  ) => PageResponse | null
  /** Returns the page to show after a success, for a result that is shown once; null selects `render`. */
  readonly showResult?: (out: Out, request: BrowserRequest, form: URLSearchParams) => FormPage | null
  /** Returns the page that shows a refused form again, with its problems; null selects the default. */
  readonly showAgain?: (
    error: ServiceError | E,
    request: BrowserRequest,
    form: URLSearchParams
  ) => FormPage | null
}

/** The endpoint of a page, and how to render its result. */
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
}
