import {
  type EndpointError,
  type Frame,
  isEndpointError,
  type PageData,
  PageRefused,
  Pages,
  type PipelineResponse
} from "@adwarden/core"
import {
  messageOf,
  NotFound,
  type OrganizationPage,
  organizationPageNames,
  organizationPages,
  pagePaths,
  renderMentions,
  type ServiceError,
  waitText
} from "@adwarden/core/contract"
import type { Env, PipelineClient } from "@adwarden/http-host"
import { Effect } from "effect"
import type { Context } from "hono"
import { card, head, linkButton } from "../parts/index.ts"
import { type Html, html, linkPages } from "./html.ts"
import { signInPath } from "./local-path.ts"
import {
  type BrowserRequest,
  type FormPage,
  isPage,
  type Page,
  type PageResponse,
  type PageRoute
} from "./page.ts"
import { RejectedForm } from "./read-form.ts"

const titles: Partial<Record<ServiceError["_tag"], string>> = {
  not_found: "Page not found",
  rate_limited: "Too many requests",
  role_denied: "Your role does not allow this",
  org_access_denied: "This is not one of your organizations",
  unavailable: "The service is temporarily unavailable",
  internal_error: "Something went wrong on our side",
  validation_error: "Something went wrong"
}

const errorMessageOf = (error: ServiceError | EndpointError): string => {
  if (error instanceof RejectedForm) return error.message
  if (isEndpointError(error)) return "The request was rejected. Nothing was changed."
  if (error._tag === "rate_limited") {
    return `There were too many requests. Try again in ${waitText(error.retryAfter)}.`
  }
  if (error._tag === "org_access_denied")
    return "You are not a member of an organization with this address. Check the address, or ask one of its owners to invite you."
  return renderMentions("dashboard", messageOf(error))
}

/** The page of the organization that an address is below. */
const pageAbove = ({ path }: BrowserRequest): OrganizationPage | undefined =>
  organizationPages.find((one) => one === path.split("/")[3])

/** An operation in the next step of an error. People see pages instead. */
const namesOperation = /\{(?!page\.)[a-z_]+\.[a-z_]+\}/

/** Why it does not exist any more, as far as the next step says it before what an API call should send. */
const reasonIn = (next: string): string =>
  next
    .split(/(?<=[.?]) /)
    .filter((sentence) => !namesOperation.test(sentence) && !/\bslug\b|^Did you mean/.test(sentence))
    .join(" ")

/** What people read of a page whose subject does not exist. */
const forPeople = (error: ServiceError, request: BrowserRequest): ServiceError => {
  if (error._tag !== "not_found" || !namesOperation.test(error.next ?? "")) return error
  const sentences = error.next!.split(/(?<=\.)\s+/).filter((one) => !namesOperation.test(one))
  if (sentences.length > 0) return new NotFound({ what: error.what, next: sentences.join(" ") })
  const above = pageAbove(request)
  const see =
    above === undefined
      ? ""
      : above === "optimizations"
        ? " See {page.optimizations}."
        : ` See the {page.${above}} page.`
  return new NotFound({
    what: error.what,
    next: `${reasonIn(error.next ?? "") || "It may have been removed, or the address is wrong."}${see}`
  })
}

const titleOf = (error: ServiceError | EndpointError): string =>
  (isEndpointError(error) ? undefined : titles[error._tag]) ?? "Something went wrong"

/** The link that leads on from an error. */
type WayOut = readonly [href: string, label: string]

const wayOutOf = ({ organization }: Frame, above?: OrganizationPage): WayOut => {
  if (organization === null) return [pagePaths.home, "Go to your organizations"]
  return above === undefined || above === "overview"
    ? [pagePaths.organization(organization.slug), `Go to ${organization.name}`]
    : [pagePaths.organization(organization.slug, above), `Go to ${organizationPageNames[above]}`]
}

interface FramedError {
  readonly title: string
  readonly status: number
  readonly requestId: string
  readonly explanation: Html
  readonly wayOut?: WayOut | null
}

/** An error with the navigation around it. */
const framedErrorPage = (
  frame: Frame,
  { explanation, requestId, status, title, wayOut }: FramedError
): Page => ({
  title,
  status,
  dashboard: {
    frame,
    place: frame.organization === null ? { of: "person", page: null } : { of: "organization", page: null }
  },
  body: html`${head({ title })}
${card({
  id: "why",
  title: "What happened",
  body: html`${explanation}<div class="row">${linkButton(...(wayOut ?? wayOutOf(frame)), "")}</div>`,
  foot: html`Request <code>${requestId}</code>`
})}`
})

/**
 * Errors without the frame, also for people who are signed in: the service itself is at fault, so that it might not be
 * able to read the frame, or the request is not from our own pages.
 */
const isUnframed = (error: ServiceError | EndpointError, status: number): boolean =>
  status >= 500 || (error instanceof RejectedForm && error.errorCode.startsWith("foreign_"))

/** Renders an error as a page: what happened, what to do next, and the request id. */
export const errorPage = (
  error: ServiceError | EndpointError,
  { requestId, status }: { readonly status: number; readonly requestId: string },
  request: BrowserRequest
): Page => {
  const title = titleOf(error)
  const isExpiredForm = error instanceof RejectedForm && error.errorCode === "form_expired"
  const reopen: WayOut | null = isExpiredForm ? [request.path, "Open the page again"] : null
  const [href, label] = reopen ?? [pagePaths.home, "Go to your organizations"]
  const message = errorMessageOf(error)
  return {
    title,
    status,
    body: html`<h1>${title}</h1>
<p>${message}</p>
<p class="actions"><a class="button" href="${href}">${label}</a></p>
<p class="fine">Request <code>${requestId}</code></p>`,
    ...(isUnframed(error, status)
      ? {}
      : {
          inFrame: (frame) =>
            framedErrorPage(frame, {
              title,
              status,
              requestId,
              explanation: html`<p>${linkPages(message, frame.organization?.slug)}</p>`,
              wayOut: reopen
            })
        })
  }
}

const whoCanGrant = (grantedBy: PageRefused["grantedBy"], role: string): Html =>
  html`<p>You need the role ${role} here. ${
    grantedBy.length === 0
      ? "No owner is left who could grant it; ask the operator of the service."
      : html`${grantedBy.length === 1 ? "This owner" : "These owners"} can grant it:`
  }</p>
<ul class="bullets">${grantedBy.map(({ email, name }) => html`<li><b>${name}</b> <a href="mailto:${email}">${email}</a></li>`)}</ul>`

/** A page that its person cannot see, or whose subject does not exist, with the navigation around it. */
const refusedPage = (
  { frame, grantedBy, refusal, statusCode }: PageRefused,
  requestId: string,
  request: BrowserRequest
): Page => {
  const isMissing = refusal._tag === "not_found"
  return framedErrorPage(frame, {
    title: titleOf(refusal),
    status: statusCode,
    requestId,
    explanation:
      refusal._tag === "role_denied"
        ? whoCanGrant(grantedBy, refusal.required_role)
        : html`<p>${linkPages(errorMessageOf(forPeople(refusal, request)), frame.organization?.slug)}</p>`,
    ...(isMissing ? { wayOut: wayOutOf(frame, pageAbove(request)) } : {})
  })
}

/** The response to an error: the sign-in page, or a page of the error. */
export const errorResponseOf = <E extends EndpointError>(
  error: ServiceError | E,
  response: { readonly status: number; readonly requestId: string },
  request: BrowserRequest
): PageResponse => {
  if (error instanceof PageRefused) return refusedPage(error, response.requestId, request)
  // The cookie of an ended session is no longer valid.
  return error._tag === "unauthorized"
    ? { redirect: signInPath(request.path), session: null }
    : errorPage(error, response, request)
}

/** The response of a route: its page, the page of its error, or a page that is still to be read. */
export const pageResponseOf = <Out, E extends EndpointError>(
  route: PageRoute<Out, E>,
  response: PipelineResponse<Out, E | RejectedForm>,
  request: BrowserRequest,
  form: URLSearchParams
): PageResponse | FormPage => {
  const { error } = response
  if (error === null) return route.render(response.output as Out, request, form)
  const ownPage = error instanceof RejectedForm ? null : (route.renderError?.(error, request, form) ?? null)
  return ownPage ?? errorResponseOf(error, response, request)
}

type Answer = PipelineResponse<unknown, EndpointError>

/** A person over the rate limit gets a frame that no request has to read. */
const frameWithoutRequest = (email: string): Frame => ({
  person: { email, name: email, timeZone: null },
  organizations: [],
  organization: null
})

/**
 * Puts the page of an error into the frame of the dashboard if a person is signed in, with the organization of the
 * address if they have access to it. Reading the frame is a request of its own, which is audited as one.
 */
export const makeErrorInFrame = (callPipeline: PipelineClient) =>
  Effect.map(Pages, (pages) => {
    const readNothing = () => Effect.succeed(null)
    const readFrame = async (
      c: Context<Env>,
      { parameters: { org } }: BrowserRequest,
      { error, person }: Answer
    ): Promise<Frame | null> => {
      if (person === null) return null
      if (error?._tag === "rate_limited") return frameWithoutRequest(person)
      const name = "pages.error"
      const endpoints = [
        ...(org === undefined ? [] : [pages.ofOrganization(name, org, readNothing)]),
        pages.ofPerson(name, readNothing)
      ]
      for (const endpoint of endpoints) {
        const { output } = await callPipeline<PageData<null>, PageRefused>(c, {
          name,
          invocation: Effect.succeed({ endpoint }),
          allowAnonymous: false
        })
        if (output !== null) return output.frame
      }
      return null
    }

    return async (
      page: PageResponse,
      response: Answer,
      { c, request }: { readonly c: Context<Env>; readonly request: BrowserRequest }
    ): Promise<PageResponse> => {
      if (!isPage(page) || page.inFrame === undefined) return page
      const frame = await readFrame(c, request, response)
      return frame === null ? page : page.inFrame(frame)
    }
  })
