import type { OrganizationPageReader, PageData, PagesShape } from "@adwarden/core"
import { type OperationName, type Output, operationByName, type ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import { formProblems, type Problem } from "../../kit/forms.ts"
import { type BrowserRequest, formPage, type Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"

type SqlError = Effect.Effect.Error<ReturnType<OrganizationPageReader["read"]>>

/** What was sent, and what was wrong with it. */
export interface SentForm {
  readonly problems: ReadonlyArray<Problem>
  readonly sent: URLSearchParams | null
}

interface OperationForm<Name extends OperationName, A> {
  readonly path: string
  /** The last part of the page's name in the audit trail. */
  readonly name: string
  readonly operation: Name
  readonly read: (
    reader: OrganizationPageReader,
    request: BrowserRequest
  ) => Effect.Effect<A, ServiceError | SqlError>
  readonly render: (
    page: PageData<A>,
    request: BrowserRequest,
    form: SentForm
  ) => Pick<Page, "title" | "body">
  readonly inputOf: (form: URLSearchParams, request: BrowserRequest) => Readonly<Record<string, unknown>>
  /** The fields in words, for the messages of problems. */
  readonly labels: Readonly<Record<string, string>>
  /** The page that shows the result. */
  readonly next: (output: Output<Name>, request: BrowserRequest) => string
}

/** Adds a page among the campaigns with a form that executes an operation at once. A refused form is shown again. */
export const operationForm = <Name extends OperationName, A>(
  router: PageRouter,
  pages: PagesShape,
  { inputOf, labels, name, next, operation, path, read, render }: OperationForm<Name, A>
): void => {
  const endpointOf = (request: BrowserRequest) =>
    pages.ofOrganization(`pages.${name}`, request.parameters["org"] ?? "", (reader) => read(reader, request))
  const pageOf = (page: PageData<A>, request: BrowserRequest, form: SentForm): Page => ({
    dashboard: { frame: page.frame, place: { of: "organization", page: "campaigns" } },
    ...render(page, request, form)
  })
  router.get(path, {
    name: `pages.${name}`,
    invocation: (request) => Effect.succeed({ endpoint: endpointOf(request) }),
    render: (page, request) => pageOf(page, request, { problems: [], sent: null })
  })
  router.post<Output<Name>>(path, {
    name: operation,
    invocation: (request, form) =>
      Effect.succeed({
        operation: operationByName.get(operation)!,
        input: {
          values: {
            ...inputOf(form, request),
            org: request.parameters["org"],
            ...(form.has("idempotency_key") ? { idempotency_key: form.get("idempotency_key") } : {})
          },
          unreadable: null
        }
      }),
    render: (output, request) => ({ redirect: next(output, request) }),
    showAgain: (error, request, sent) => {
      const problems = formProblems(error, labels)
      return problems === null
        ? null
        : formPage(endpointOf(request), (page) => pageOf(page, request, { problems, sent }))
    }
  })
}
