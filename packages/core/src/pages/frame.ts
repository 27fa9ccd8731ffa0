import type { SqlError } from "@effect/sql/SqlError"
import { Context, Data, Effect, Layer } from "effect"
import { Members, People } from "../access/index.ts"
import { type PersonOrganization, readPersonOrganizations } from "../access/organizations.ts"
import { readPendingCounts } from "../approvals/queued-write.ts"
import {
  type EffectiveRole,
  forPeople,
  type OperationName,
  type Output,
  type ServiceError,
  statusOf
} from "../contract/index.ts"
import { makeOperationReader } from "../pipeline/authorize.ts"
import { readStoredAccounts } from "../platform/account-rows.ts"
import { AdPlatforms } from "../platform/ad-platforms.ts"
import { connectionProblem } from "../platform/connection.ts"
import { defaultPlatform, platformTexts } from "../platform/labels.ts"
import type { Clearance, OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"

/** An organization in the navigation. */
export interface FrameOrganization extends Omit<PersonOrganization, "id"> {
  /** The number of changes that wait for approval. */
  readonly pending: number
}

/** An ad account that cannot be used, with the reason as a sentence. */
export interface BrokenAccount {
  readonly id: string
  readonly name: string | null
  readonly problem: string
  /** Its login, if that is what a new consent repairs. */
  readonly login: number | null
}

/** The organization whose page is shown. */
export interface CurrentOrganization extends FrameOrganization {
  readonly effectiveRole: EffectiveRole
  /** Whether all keys and connected apps are suspended. */
  readonly accessSuspended: boolean
  /** The name of the ad platform of its accounts; "the ad platform" if they are of several, or there is none. */
  readonly adPlatform: string
  /** Where people change their campaigns in it; null if unknown. */
  readonly adPlatformUrl: string | null
  /** Whether figures can be here: no account is linked, the first sync is reading one, or one was read. */
  readonly figures: "no account" | "first sync" | "read"
  /** Selected accounts whose platform login no longer works. */
  readonly brokenAccounts: ReadonlyArray<BrokenAccount>
  /** The origin of the platform's consent page; empty if nobody can connect a login here. */
  readonly consentOrigin: string
}

/** What surrounds the content of every dashboard page. */
export interface Frame {
  readonly person: {
    readonly email: string
    readonly name: string
    /** Of clock times; null for UTC. */
    readonly timeZone: string | null
  }
  readonly organizations: ReadonlyArray<FrameOrganization>
  /** Null on pages of the person. */
  readonly organization: CurrentOrganization | null
}

type Accounts = Pick<
  CurrentOrganization,
  "adPlatform" | "adPlatformUrl" | "brokenAccounts" | "consentOrigin" | "figures"
>
const noPlatform = { label: "the ad platform", url: null }
const noAccounts: Accounts = {
  adPlatform: noPlatform.label,
  adPlatformUrl: noPlatform.url,
  figures: "no account",
  brokenAccounts: [],
  consentOrigin: ""
}

/** Reads the frame of a page for a person, in an organization or in none. */
const makeFrameReader = Effect.gen(function* () {
  const people = yield* People
  const statements = yield* Statements
  const { consentOrigin } = (yield* AdPlatforms).get(defaultPlatform)

  const readAccounts = (organization: number) =>
    Effect.map(statements.read(readStoredAccounts(organization)), (accounts): Accounts => {
      const [platform, ...others] = new Set(accounts.map((account) => account.platform))
      const { label, url } =
        platform === undefined || others.length > 0 ? noPlatform : platformTexts(platform)
      return {
        adPlatform: label,
        adPlatformUrl: url,
        figures: accounts.some(({ last_synced_at }) => last_synced_at !== null)
          ? "read"
          : accounts.some(({ status }) => status === "linked")
            ? "first sync"
            : "no account",
        brokenAccounts: accounts.flatMap((account): ReadonlyArray<BrokenAccount> => {
          const problem = account.selected ? connectionProblem(account) : null
          return problem === null
            ? []
            : [{ id: account.id, name: account.name, problem: forPeople(problem), login: account.login_id }]
        }),
        consentOrigin
      }
    })

  const readOrganizations = (user: number) =>
    Effect.gen(function* () {
      const organizations = yield* statements.read(readPersonOrganizations(user))
      const counts = yield* statements.read(readPendingCounts(organizations.map(({ id }) => id)))
      const pendingOf = new Map(counts.map(({ organization_id, pending }) => [organization_id, pending]))
      return organizations.map(
        ({ id, ...organization }): FrameOrganization => ({
          ...organization,
          pending: organization.second_factor_missing ? 0 : (pendingOf.get(id) ?? 0)
        })
      )
    })

  const currentOf = (
    { effectiveRole, organization }: OrganizationClearance,
    organizations: ReadonlyArray<FrameOrganization>,
    accounts: Accounts
  ): CurrentOrganization | null => {
    const found = organizations.find(({ slug }) => slug === organization.slug)
    if (found === undefined) return null
    return { ...found, effectiveRole, accessSuspended: organization.accessSuspended, ...accounts }
  }

  return (
    { caller: { email, userId } }: Clearance,
    inOrganization: OrganizationClearance | null
  ): Effect.Effect<Frame, SqlError> =>
    Effect.map(
      Effect.all(
        [
          people.find({ id: userId }),
          readOrganizations(userId),
          inOrganization === null ? Effect.succeed(noAccounts) : readAccounts(inOrganization.organization.id)
        ],
        { concurrency: "unbounded" }
      ),
      ([person, organizations, accounts]): Frame => ({
        person: { email, name: person?.name ?? email, timeZone: person?.timeZone ?? null },
        organizations,
        organization: inOrganization === null ? null : currentOf(inOrganization, organizations, accounts)
      })
    )
})

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
