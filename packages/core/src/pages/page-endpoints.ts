import type { SqlError } from "@effect/sql/SqlError"
import { Context, Data, Effect, Layer } from "effect"
import { Members } from "../access/index.ts"
import { type OperationName, type Output, type ServiceError, statusOf } from "../contract/index.ts"
import { makeOperationReader } from "../pipeline/authorize.ts"
import type { Clearance, OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { type Frame, makeFrameReader } from "./frame.ts"

/** A page's own data, and the frame around it. */
export interface PageData<A> {
  readonly frame: Frame
  readonly data: A
}

/** The page exists, but its person cannot see it, or what it would show does not exist. */
export class PageRefused extends Data.TaggedError("page_refused")<{
  readonly refusal: ServiceError
  readonly frame: Frame
  /** The people who can grant the missing access; empty if access is not the problem. */
  readonly grantedBy: ReadonlyArray<{ readonly name: string; readonly email: string }>
}> {
  readonly statusCode = statusOf(this.refusal)
  readonly errorCode = this.refusal._tag
}

/** What a page of an organization reads with. */
export interface OrganizationPageReader {
  readonly clearance: OrganizationClearance
  /** Runs a read operation or a preview as the person. */
  readonly read: <Name extends OperationName>(
    name: Name,
    input?: Readonly<Record<string, unknown>>
  ) => Effect.Effect<Output<Name>, ServiceError | SqlError>
}

type PageWork<A> = Effect.Effect<A, ServiceError | SqlError>

/** Errors of the service itself, which have their own page. */
const ownErrors: ReadonlySet<string> = new Set(["SqlError", "unavailable", "internal_error", "rate_limited"])

export interface PagesShape {
  /** A page of a signed-in person. */
  readonly ofPerson: <A>(
    name: string,
    read: (clearance: Clearance) => PageWork<A>
  ) => Endpoint<PageData<A>, PageRefused>
  /** A page of an organization, for its members and the staff of its team. */
  readonly ofOrganization: <A>(
    name: string,
    organization: string,
    read: (reader: OrganizationPageReader) => PageWork<A>
  ) => Endpoint<PageData<A>, PageRefused>
}

const make = Effect.gen(function* () {
  const readFrame = yield* makeFrameReader
  const readOperation = yield* makeOperationReader
  const members = yield* Members

  const ownersOf = (organization: number) =>
    Effect.map(members.list(organization), (rows) =>
      rows.flatMap(({ email, name, role }) => (role === "owner" ? [{ name, email }] : []))
    )

  const page = <A>(clearance: Clearance, inOrganization: OrganizationClearance | null, work: PageWork<A>) =>
    Effect.gen(function* () {
      const [frame, outcome] = yield* Effect.all(
        [readFrame(clearance, inOrganization), Effect.either(work)],
        { concurrency: "unbounded" }
      )
      if (outcome._tag === "Right") return respondWith<PageData<A>>({ frame, data: outcome.right })
      const error = outcome.left
      if (error._tag === "SqlError" || ownErrors.has(error._tag)) return yield* Effect.fail(error)
      const denied = error._tag === "role_denied" && inOrganization !== null
      const grantedBy = denied ? yield* ownersOf(inOrganization.organization.id) : []
      return yield* new PageRefused({ refusal: error, frame, grantedBy })
    })

  const shape: PagesShape = {
    ofPerson: (name, read) => ({
      name,
      admits: "callers",
      kinds: ["person"],
      run: (clearance) => page(clearance, null, read(clearance))
    }),
    ofOrganization: (name, organization, read) => ({
      name,
      admits: "members",
      organization,
      role: null,
      run: (clearance) =>
        page(
          clearance,
          clearance,
          read({ clearance, read: (operation, input) => readOperation(clearance, operation, input) })
        )
    })
  }
  return shape
})

/** The endpoints of dashboard pages: one request, one audit event, the frame and the page's own data. */
export class Pages extends Context.Tag("@adwarden/Pages")<Pages, PagesShape>() {
  static readonly layer = Layer.effect(Pages, make)
}
