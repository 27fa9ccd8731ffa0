import type { Endpoint, EndpointError, Invocation } from "@adwarden/core"
import { type OperationName, type Output, operationByName, type ServiceError } from "@adwarden/core/contract"
import type { BrowserRequest, PageResponse } from "./page.ts"

/** A call of an operation, whose result has the type `Out`. */
interface OperationCall<Out> extends Extract<Invocation, { readonly operation: unknown }> {
  readonly output?: Out
}

/** An operation of the contract as what a form executes. The pipeline authorizes and decodes it like every other call. */
export const callOperation = <Name extends OperationName>(
  name: Name,
  values: Readonly<Record<string, unknown>>
): OperationCall<Output<Name>> => ({
  operation: operationByName.get(name)!,
  input: { values, unreadable: null }
})

/** The key of a form that a page made for its next use: sent twice, it executes once. */
export const idempotencyKeyOf = (sent: URLSearchParams): { readonly idempotency_key?: string } => {
  const key = sent.get("idempotency_key")
  return key === null ? {} : { idempotency_key: key }
}

/**
 * What follows a form: the page again with `?done=` this name, whose message the page has; any other response; or the
 * page itself with a result, such as a secret, that it shows this once.
 */
export type AfterForm<Result> = string | PageResponse | { readonly show: Result }

export interface FormDefinition<Out, E extends EndpointError, Result> {
  /** What the form executes. It also says who may send it, and its name in the audit trail. */
  readonly endpoint: (request: BrowserRequest, sent: URLSearchParams) => Endpoint<Out, E> | OperationCall<Out>
  /**
   * The names of its fields in a sentence. A refused form is shown again, with its problems; without labels, the error
   * has a page of its own.
   */
  readonly labels?: Readonly<Record<string, string>>
  readonly done: string | ((out: Out, request: BrowserRequest, sent: URLSearchParams) => AfterForm<Result>)
  /** What follows an error that is more than a problem of the form; null for any other. */
  readonly refused?: (
    error: ServiceError | E,
    request: BrowserRequest,
    sent: URLSearchParams
  ) => AfterForm<Result> | null
}

/** A form of a page: what it executes, the names of its fields, and what follows. */
export type PageForm<Result> = FormDefinition<unknown, EndpointError, Result>

/**
 * Declares a form of a page.
 *
 * @example
 * pageForm({
 *   endpoint: ({ org }, sent) => profiles.analyse(org, sent.get("url") ?? ""),
 *   labels: { url: "The address" },
 *   done: "started"
 * })
 */
export const pageForm = <Out, E extends EndpointError = never, Result = never>(
  definition: FormDefinition<Out, E, Result>
): PageForm<Result> =>
  // `done` and `refused` get only what came of its own endpoint.
  definition as unknown as PageForm<Result>

/** The forms of a page. */
export interface PageForms<Result> {
  /** The name of a sent form in the audit trail until its endpoint is known. */
  readonly name: string
  /** The values of the field `action`, one for each form; empty if the page has a single form, without this field. */
  readonly actions: ReadonlyArray<string>
  /** The form that was sent; null if the page has none of this action. */
  readonly of: (sent: URLSearchParams) => PageForm<Result> | null
}

/** The only form of a page. */
export const oneForm = <Out, E extends EndpointError = never, Result = never>(
  name: string,
  definition: FormDefinition<Out, E, Result>
): PageForms<Result> => {
  const form = pageForm(definition)
  return { name, actions: [], of: () => form }
}

/** Several forms of a page, each with a hidden field `action` that has its key. Any other action is refused. */
export const formsByAction = <Results extends Readonly<Record<string, unknown>>>(
  name: string,
  forms: { readonly [Action in keyof Results]: PageForm<Results[Action]> }
): PageForms<Results[keyof Results]> => {
  const byAction = new Map(Object.entries<PageForm<Results[keyof Results]>>(forms))
  return {
    name,
    actions: [...byAction.keys()],
    of: (sent) => byAction.get(sent.get("action") ?? "") ?? null
  }
}
