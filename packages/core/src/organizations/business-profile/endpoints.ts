import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Layer } from "effect"
import { recordInTransaction } from "../../audit/trail.ts"
import { type Output, type TaskId, ValidationError } from "../../contract/index.ts"
import { parseTarget, registeredDomain } from "../../outbound/index.ts"
import type { OrganizationFacts, PersonCaller } from "../../request/caller.ts"
import type { OperatorClearance, OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"
import { type FollowedTask, type FollowOptions, followTask } from "../../tasks/get-task.ts"
import { Queue } from "../../tasks/queue.ts"
import { startTask } from "../../tasks/tasks.ts"
import { placesNamed } from "./build-profile.ts"
import { type CorrectedProfile, checkCorrection, notReady } from "./correction.ts"
import { readProfile } from "./get.ts"
import { beginAnalysis, correctProfile, lockProfile, lockReadyPlaces } from "./rows.ts"
import { businessProfileTask } from "./task.ts"

type OrganizationOperator = OperatorClearance<OrganizationFacts>

export type AnalysisStarted = FollowedTask

/** Checks a URL before any request. */
const checkWebsiteUrl = (url: string): Effect.Effect<string, ValidationError> => {
  const invalid = (message: string) => new ValidationError({ fields: [{ path: "url", message }] })
  return parseTarget(url).pipe(
    Effect.mapError(({ message }) => invalid(message)),
    Effect.filterOrFail(
      ({ name }) => registeredDomain(name) !== null,
      () => invalid("must be the address of a website, such as https://www.example.com")
    ),
    Effect.map((target) => target.url.href)
  )
}

/**
 * The endpoints for a business profile, for operators and for admins of its organization. A second analysis of the same website is not started; one
 * of another website replaces the first.
 */
export const profileEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
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
          sql.withTransaction
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
        }).pipe(sql.withTransaction)
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
