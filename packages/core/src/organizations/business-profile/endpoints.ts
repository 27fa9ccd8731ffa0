import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Schema } from "effect"
import { recordInTransaction } from "../../audit/trail.ts"
import { NotFound, type Output, type TaskId, ValidationError } from "../../contract/index.ts"
import { SiteReader, type SiteUnreadable, websiteAddress } from "../../outbound/index.ts"
import { readSelectedAccount } from "../../platform/account-rows.ts"
import { AdAccounts } from "../../platform/index.ts"
import type { OrganizationFacts, PersonCaller } from "../../request/caller.ts"
import type { OperatorClearance, OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { handler, respondWith } from "../../request/handler.ts"
import { bindStatement, inTransaction, Statements, statement } from "../../storage/index.ts"
import { TaskFailed } from "../../tasks/failures.ts"
import { type FollowedTask, type FollowOptions, followTask } from "../../tasks/get-task.ts"
import { Queue } from "../../tasks/queue.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../../tasks/task-kinds.ts"
import { startTask } from "../../tasks/tasks.ts"
import {
  type BusinessLocation,
  buildProfile,
  decodeLocations,
  type ProfileContent,
  placesNamed,
  resolveLocations,
  taskFailureOf
} from "./profile.ts"
import {
  beginAnalysis,
  correctProfile,
  failAnalysis,
  isLatestAnalysis,
  lockProfile,
  lockReadyPlaces,
  writeProfile
} from "./rows.ts"

type ReportStage = (sentence: string) => Effect.Effect<void, SqlError>

/**
 * Resolves the locations in the campaigns' ad account. Without a reachable account they stay as the website
 * states them, and the campaign builder resolves them again.
 */
const resolvePlaces = (organization: number, places: ReadonlyArray<BusinessLocation>) =>
  Effect.gen(function* () {
    const selected = yield* readSelectedAccount(organization)
    if (selected === null || places.length === 0) return places
    const account = yield* (yield* AdAccounts).get(organization, selected)
    return yield* resolveLocations(account, places)
  }).pipe(
    Effect.catchTags({
      SetupRequired: () => Effect.succeed(places),
      ConnectionBroken: () => Effect.succeed(places),
      PlatformRefused: () => Effect.succeed(places),
      PlatformUnreachable: () => Effect.succeed(places)
    })
  )

/** Reads a website and builds the profile of its business, without storing it. */
export const analyseWebsite = (
  organization: number,
  url: string,
  reportStage: ReportStage
): Effect.Effect<
  ProfileContent & { readonly pages: number },
  SiteUnreadable | SqlError,
  SiteReader | AdAccounts | SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const site = yield* reader.read(url, { onStage: reportStage })
    yield* reportStage("Working out what the business offers and where.")
    const content = buildProfile(yield* reader.factsOf(site))
    const locations = yield* resolvePlaces(organization, content.places)
    return { ...content, places: locations, pages: site.pages.length }
  }).pipe(Effect.withSpan("organizations.analyseWebsite"))

/** The analysis of a website. It replaces the whole profile when it completes. */
export const businessProfileTask = defineTask("business_profile", Schema.Struct({ url: Schema.String }))

const superseded = new TaskFailed({
  reason: "task_error",
  message:
    "Another analysis was started after this one, and its outcome is the one that counts. Follow that one."
})

type Requirements = SiteReader | AdAccounts | SqlClient.SqlClient

export const businessProfileKind = registerTaskKind(
  businessProfileTask,
  Effect.map(Effect.context<Requirements>(), (context) => {
    const kind: TaskKind<typeof businessProfileTask.schema.Type> = {
      run: ({ id, input, organization, setStage }) =>
        Effect.gen(function* () {
          if (!(yield* isLatestAnalysis(organization, id))) return yield* superseded
          const content = yield* Effect.mapError(
            analyseWebsite(organization, input.url, setStage),
            (error) => (error._tag === "SiteUnreadable" ? taskFailureOf(error) : error)
          )
          if (!(yield* writeProfile(organization, content, id))) return yield* superseded
          return { url: content.url, brand_name: content.brand_name, pages: content.pages }
        }).pipe(Effect.provide(context)),
      onFailure: ({ id, organization }, { message }) => Effect.asVoid(failAnalysis(organization, id, message))
    }
    return kind
  })
)

type Profile = Output<"organizations.business_profile">

interface Row extends Omit<Profile, "status" | "target_locations"> {
  readonly status: Profile["status"] | "failed"
  readonly places: unknown
  readonly failure: string | null
}

const profileStatement = statement(`
select url, coalesce(brand_name, '') as brand_name, coalesce(description, '') as description, products,
  ideal_customer_profiles, competitors, trust_signals, places, status, failure, updated_at
from business_profiles where organization_id = $1`)

const missingProfileError = (slug: string, failure: string | null) =>
  new NotFound({
    what: `A business profile of ${slug}`,
    next:
      failure === null
        ? "Start the analysis of its website in the dashboard under {page.profile}, then read it again."
        : `The last analysis of its website failed: ${failure} Then start it again in the dashboard under {page.profile}.`
  })

/** Reads the profile. Fails if there is none, for example because the first analysis failed. */
const readProfile = (statements: Statements["Type"], { id, slug }: Pick<OrganizationFacts, "id" | "slug">) =>
  Effect.flatMap(statements.read(bindStatement<Row>(profileStatement, [id])), ([row]) => {
    if (row === undefined || row.status === "failed") return missingProfileError(slug, row?.failure ?? null)
    const { failure: _, places, status, ...told } = row
    const target_locations = decodeLocations(places, { organization: id, id }).map(({ name }) => name)
    return Effect.succeed<Profile>({ ...told, status, target_locations })
  })

export const getBusinessProfile = handler(
  "organizations.business_profile",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization }) =>
        readProfile(statements, organization)
  )
)

/** What a person can correct in a profile. */
export type CorrectedProfile = Omit<Output<"organizations.business_profile">, "url" | "status" | "updated_at">

const maxText = { brand_name: 120, description: 2000 } as const
/** As many as drafts and reports use, with room. */
const maxLines = 50
const maxLine = 200
const lists = [
  "products",
  "ideal_customer_profiles",
  "competitors",
  "trust_signals",
  "target_locations"
] as const

const withoutRepeats = (lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    lines.map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim()).filter((line) => line !== "")
  )
]

/** Returns the corrected texts without repeats and invisible characters, or fails with every problem. */
const checkCorrection = (corrected: CorrectedProfile): Effect.Effect<CorrectedProfile, ValidationError> => {
  const content: CorrectedProfile = {
    brand_name: corrected.brand_name.trim(),
    description: corrected.description.trim(),
    products: withoutRepeats(corrected.products),
    ideal_customer_profiles: withoutRepeats(corrected.ideal_customer_profiles),
    competitors: withoutRepeats(corrected.competitors),
    trust_signals: withoutRepeats(corrected.trust_signals),
    target_locations: withoutRepeats(corrected.target_locations)
  }
  const fields = [
    ...(content.brand_name === "" ? [{ path: "brand_name", message: "must not be empty" }] : []),
    ...(["brand_name", "description"] as const).flatMap((path) =>
      content[path].length > maxText[path]
        ? [{ path, message: `must have at most ${maxText[path]} characters` }]
        : []
    ),
    ...lists.flatMap((path) => {
      if (content[path].length > maxLines) return [{ path, message: `must have at most ${maxLines} lines` }]
      return content[path].some((line) => line.length > maxLine)
        ? [{ path, message: `must have at most ${maxLine} characters in a line` }]
        : []
    })
  ]
  return fields.length === 0 ? Effect.succeed(content) : Effect.fail(new ValidationError({ fields }))
}

/** A profile cannot be corrected while it is replaced. */
const notReady = new ValidationError({
  fields: [
    { path: "profile", message: "is not ready. Correct it when the analysis of the website has ended" }
  ]
})

type OrganizationOperator = OperatorClearance<OrganizationFacts>

export type AnalysisStarted = FollowedTask

/** Checks a URL before any request. */
const checkWebsiteUrl = (url: string): Effect.Effect<string, ValidationError> =>
  Effect.mapError(
    websiteAddress(url),
    (message) => new ValidationError({ fields: [{ path: "url", message }] })
  )

/**
 * The endpoints for a business profile, for operators and for admins of its organization. A second analysis of the same website is not started; one
 * of another website replaces the first.
 */
export const profileEndpoints = Effect.gen(function* () {
  const statements = yield* Statements
  const queue = yield* Queue
  const common = (name: string, organization: string) =>
    ({ name: `business_profile.${name}`, admits: "operators", organization }) as const

  const forAdmins = (name: string, organization: string) =>
    ({ name: `business_profile.${name}`, admits: "members", organization, role: "admin" }) as const

  const start = (organization: number, url: string, requestedBy: number | null) =>
    Effect.gen(function* () {
      const current = yield* lockProfile(organization, url)
      if (current.task !== null && current.analysing === url) return current.task as TaskId
      const task = yield* startTask(queue, businessProfileTask, { organization, input: { url }, requestedBy })
      yield* beginAnalysis(organization, url, task)
      return task
    })

  const analyseWebsite =
    (inputUrl: string, followOptions: FollowOptions) =>
    ({
      audit,
      caller,
      organization: { id }
    }: Pick<OrganizationOperator, "audit" | "caller" | "organization">) =>
      Effect.gen(function* () {
        const url = yield* checkWebsiteUrl(inputUrl)
        yield* queue.ready
        const task = yield* start(id, url, caller?.userId ?? null).pipe(
          Effect.tap(() => recordInTransaction(audit, { status_code: 200, error_code: null })),
          inTransaction
        )
        return { ...respondWith(yield* followTask(id, task, followOptions)), audited: true }
      })

  return {
    /** The analysis from a page, by an admin. */
    analyseAsAdmin: (organization: string, url: string): Endpoint<AnalysisStarted> => ({
      ...forAdmins("analyse", organization),
      run: (clearance: OrganizationClearance) =>
        analyseWebsite(url, { seconds: 0 })({ ...clearance, caller: clearance.caller as PersonCaller })
    }),
    /** What an admin corrects by hand. The next analysis replaces it. */
    correct: (organization: string, corrected: CorrectedProfile): Endpoint<null> => ({
      ...forAdmins("correct", organization),
      run: ({ audit, organization: { id } }: OrganizationClearance) =>
        Effect.gen(function* () {
          const content = yield* checkCorrection(corrected)
          const places = yield* lockReadyPlaces(id)
          if (places === null) return yield* notReady
          yield* correctProfile(id, { ...content, places: placesNamed(content.target_locations, places) })
          yield* recordInTransaction(audit, { status_code: 200, error_code: null })
          return { ...respondWith(null), audited: true }
        }).pipe(inTransaction)
    }),
    analyse: (
      organization: string,
      inputUrl: string,
      followOptions: FollowOptions = { seconds: 0 }
    ): Endpoint<AnalysisStarted> => ({
      ...common("analyse", organization),
      run: (clearance: OrganizationOperator) => analyseWebsite(inputUrl, followOptions)(clearance)
    }),
    show: (organization: string): Endpoint<Output<"organizations.business_profile">> => ({
      ...common("show", organization),
      run: ({ organization }: OrganizationOperator) =>
        Effect.map(readProfile(statements, organization), respondWith)
    })
  }
})

/** The same endpoints as a service, for hosts. */
export class BusinessProfiles extends Context.Tag("@adwarden/BusinessProfiles")<
  BusinessProfiles,
  Effect.Effect.Success<typeof profileEndpoints>
>() {
  static readonly layer = Layer.effect(BusinessProfiles, profileEndpoints)
}
