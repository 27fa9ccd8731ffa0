import type {
  CurrentOrganization,
  Endpoint,
  EndpointError,
  OrganizationPageReader,
  PageData,
  PageRefused,
  PagesShape
} from "@adwarden/core"
import {
  type AccountPage,
  type OrganizationPage,
  pagePaths,
  routePattern,
  type ServiceError,
  ValidationError
} from "@adwarden/core/contract"
import { Effect } from "effect"
import { banner, problemBanner } from "../parts/index.ts"
import { formProblems, type Problem, pathnameOf } from "./forms.ts"
import { type Html, html } from "./html.ts"
import { lookUp } from "./local-path.ts"
import {
  type BrowserRequest,
  type FileResponse,
  type FormPage,
  formPage,
  type Page,
  type PageResponse,
  type Place
} from "./page.ts"
import type { AfterForm, PageForms } from "./page-form.ts"
import type { PageRouter } from "./page-router.ts"

/** What a page of a person reads with: who they are. */
type Clearance = Parameters<Parameters<PagesShape["ofPerson"]>[1]>[0]

type SqlError = Effect.Effect.Error<ReturnType<OrganizationPageReader["read"]>>

/** What a page shows beside its data, after one of its forms was sent. */
export interface Shown<Result = never> {
  /** What was wrong with the form. */
  readonly problems: ReadonlyArray<Problem>
  /** The form that was refused; null otherwise. */
  readonly sent: URLSearchParams | null
  /** The result of the form, which is shown this once. */
  readonly result: Result | null
}

/** The same, with the banners that report it: the problems of the form, or what was done. */
export interface ShownPage<Result = never> extends Shown<Result> {
  readonly banners: Html
}

/** Reads several things of a page at once. */
export const together = <Parts extends Readonly<Record<string, Effect.Effect<unknown, unknown, unknown>>>>(
  parts: Parts
) => Effect.all(parts, { concurrency: "unbounded" })

const nothing: Shown = { problems: [], sent: null, result: null }

/** How a page looks. The rest of it is the same for all. */
export interface PageContent extends Pick<Page, "title" | "body" | "status" | "formAction" | "range"> {
  /** Whether it shows a secret. It is then not compressed. */
  readonly showsSecret?: boolean
}

/** A page of the dashboard: its address, what it reads, how it looks, and its forms. */
export interface DashboardPage<Reader, A, Result, Data extends PageData<A> = PageData<A>> {
  readonly path: string
  /** Its name in the audit trail. */
  readonly name: string
  readonly read: (
    reader: Reader,
    request: BrowserRequest,
    shown: Shown<Result>
  ) => Effect.Effect<A, ServiceError | SqlError>
  readonly render: (
    page: Data,
    request: BrowserRequest,
    shown: ShownPage<Result>
  ) => PageContent | Exclude<PageResponse, Page>
  readonly forms?: PageForms<Result>
  /** Its table as a file, at the address of the page with `.csv`. */
  readonly file?: (page: Data, request: BrowserRequest) => FileResponse
  /** Other origins that its forms can redirect to. */
  readonly redirectsTo?: ReadonlyArray<string>
  /** Its visible fields, to which the problems of a form link. */
  readonly fields?: ReadonlyArray<string>
  /** What the page says after a form, by the name in the query: `?done=removed`. */
  readonly messages?: Readonly<Record<string, string>>
}

/** The table of a page as a file, with what it reads for it. */
interface TableOf<Reader, A, Data extends PageData<A>>
  extends Pick<DashboardPage<Reader, A, never, Data>, "path" | "name"> {
  readonly read: (reader: Reader, request: BrowserRequest) => Effect.Effect<A, ServiceError | SqlError>
  readonly file: (page: Data, request: BrowserRequest) => FileResponse
}

/** Shows a page in response to another one's request. */
type Show<Result> = (request: BrowserRequest, shown: Partial<Shown<Result>>) => FormPage

/** The data of an organization's page. */
export interface OrganizationData<A> extends PageData<A> {
  readonly organization: CurrentOrganization
}

const unknownAction = (actions: ReadonlyArray<string>) =>
  new ValidationError({ fields: [{ path: "action", message: `must be one of ${actions.join(", ")}` }] })

/** Adds a page: it is read and shown, its forms are sent, and it is shown again with their problems or results. */
const addPage = <Reader, A, Result, Data extends PageData<A>>(
  router: PageRouter,
  place: Place,
  endpointOf: (request: BrowserRequest, shown: Shown<Result>) => Endpoint<PageData<A>, PageRefused>,
  dataOf: (page: PageData<A>) => Data,
  { fields, forms, messages = {}, name, path, redirectsTo, render }: DashboardPage<Reader, A, Result, Data>
): Show<Result> => {
  const pageOf = (page: PageData<A>, request: BrowserRequest, shown: Shown<Result>): PageResponse => {
    const done = lookUp(messages, request.query.get("done"))
    const banners = html`${problemBanner(shown.problems, fields, page.frame.organization?.slug)}
${done === undefined ? null : banner("good", done)}`
    const content = render(dataOf(page), request, { ...shown, banners })
    if (!("body" in content)) return content
    const { showsSecret = false, ...rest } = content
    return { ...rest, dashboard: { frame: page.frame, place, showsSecret } }
  }
  const show: Show<Result> = (request, changes) => {
    const shown = { ...nothing, ...changes }
    return formPage(endpointOf(request, shown), (page) => pageOf(page, request, shown))
  }
  const pattern = routePattern(path)
  router.get(pattern, {
    name,
    invocation: (request) => Effect.succeed({ endpoint: endpointOf(request, nothing) }),
    render: (page, request) => pageOf(page, request, nothing)
  })
  if (forms === undefined) return show

  const after = (next: AfterForm<Result>, request: BrowserRequest): PageResponse | FormPage => {
    if (typeof next === "string") return { redirect: `${pathnameOf(request)}?done=${next}` }
    return "show" in next ? show(request, { result: next.show }) : next
  }
  router.post<unknown, EndpointError>(pattern, {
    name: forms.name,
    ...(redirectsTo === undefined ? {} : { redirectsTo }),
    invocation: (request, sent) => {
      const form = forms.of(sent)
      if (form === null) {
        // Who can see the page is told what is wrong with the form; nobody executes anything.
        const refuse = () => Effect.fail(unknownAction(forms.actions))
        return Effect.succeed({
          endpoint: { ...endpointOf(request, nothing), name: forms.name, run: refuse }
        })
      }
      const target = form.endpoint(request, sent)
      return Effect.succeed("operation" in target ? target : { endpoint: target })
    },
    render: (out, request, sent) => {
      const { done } = forms.of(sent)!
      return after(typeof done === "string" ? done : done(out, request, sent), request)
    },
    renderError: (error, request, sent) => {
      const { labels, refused } = forms.of(sent) ?? { labels: { action: "The action" }, refused: undefined }
      const own = refused?.(error, request, sent) ?? null
      if (own !== null) return after(own, request)
      const problems = labels === undefined ? null : formProblems(error, labels)
      return problems === null ? null : show(request, { problems, sent })
    }
  })
  return show
}

/** Adds a page of an organization, which it reads as its person. */
export const organizationPage = <A, Result = never>(
  router: PageRouter,
  definition: DashboardPage<OrganizationPageReader, A, Result, OrganizationData<A>> & {
    readonly place: OrganizationPage | "stop" | null
  }
): Show<Result> => {
  const { file, read } = definition
  if (file !== undefined)
    organizationFile(router, {
      ...definition,
      read: (reader, request) => read(reader, request, nothing),
      file
    })
  return addPage(
    router,
    { of: "organization", page: definition.place },
    (request, shown) =>
      router.pages.ofOrganization(definition.name, request.org, (reader) =>
        definition.read(reader, request, shown)
      ),
    // The endpoint admits only people of the organization.
    (page) => ({ ...page, organization: page.frame.organization! }),
    definition
  )
}

/** Adds the table of an organization's page as a file, which reads more than the page shows, or less. */
export const organizationFile = <A>(
  router: PageRouter,
  { file, name, path, read }: TableOf<OrganizationPageReader, A, OrganizationData<A>>
): void =>
  void organizationPage(router, {
    path: pagePaths.file(path),
    name: `${name}_export`,
    place: null,
    read,
    render: file
  })

/** Adds a page of the signed-in person. */
export const personPage = <A, Result = never>(
  router: PageRouter,
  definition: DashboardPage<Clearance, A, Result> & { readonly place: "home" | "approvals" | null }
): Show<Result> => addPersonPage(router, { of: "person", page: definition.place }, definition)

/** Adds a page of the person's own account. */
export const accountPage = <A, Result = never>(
  router: PageRouter,
  definition: DashboardPage<Clearance, A, Result> & { readonly place: AccountPage }
): Show<Result> => addPersonPage(router, { of: "account", page: definition.place }, definition)

const addPersonPage = <A, Result>(
  router: PageRouter,
  place: Place,
  definition: DashboardPage<Clearance, A, Result>
): Show<Result> => {
  const { file, name, path, read } = definition
  if (file !== undefined)
    personPage(router, {
      path: pagePaths.file(path),
      name: `${name}_export`,
      place: null,
      read: (clearance, request) => read(clearance, request, nothing),
      render: file
    })
  return addPage(
    router,
    place,
    (request, shown) =>
      router.pages.ofPerson(definition.name, (clearance) => definition.read(clearance, request, shown)),
    (page) => page,
    definition
  )
}
