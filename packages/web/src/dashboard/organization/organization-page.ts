import type { OrganizationPageReader, PageData, PagesShape } from "@adwarden/core"
import type { OrganizationPage, ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { Html } from "../../kit/html.ts"
import type { BrowserRequest, Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"

type SqlError = Effect.Effect.Error<ReturnType<OrganizationPageReader["read"]>>

interface OrganizationPageDefinition<A> {
  readonly path: string
  /** The last part of its name in the audit trail. */
  readonly name: string
  readonly place: OrganizationPage
  readonly read: (
    reader: OrganizationPageReader,
    request: BrowserRequest
  ) => Effect.Effect<A, ServiceError | SqlError>
  readonly render: (
    page: PageData<A>,
    request: BrowserRequest
  ) => { readonly title: string; readonly body: Html }
}

/** Adds a page of an organization: its address, what it reads, and how it looks. */
export const organizationPage = <A>(
  router: PageRouter,
  pages: PagesShape,
  { name, path, place, read, render }: OrganizationPageDefinition<A>
): void =>
  router.get(path, {
    name: `pages.${name}`,
    invocation: (request) =>
      Effect.succeed({
        endpoint: pages.ofOrganization(`pages.${name}`, request.parameters["org"] ?? "", (reader) =>
          read(reader, request)
        )
      }),
    render: (page, request): Page => ({
      dashboard: { frame: page.frame, place: { of: "organization", page: place } },
      ...render(page, request)
    })
  })

/** The address of a list's next page, which keeps the rest of the query. */
export const nextPage = ({ path }: BrowserRequest, cursor: string | null): string | null => {
  if (cursor === null) return null
  const [base, query] = path.split("?")
  const next = new URLSearchParams(query)
  next.set("cursor", cursor)
  return `${base}?${next}`
}

/** The cursor of the address, as input of a list operation. */
export const cursorOf = ({ query }: BrowserRequest): { readonly cursor?: string } => {
  const cursor = query.get("cursor")
  return cursor === null ? {} : { cursor }
}
