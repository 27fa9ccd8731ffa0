import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { findBusinessProfile } from "../../organizations/index.ts"
import { type ReadOptions, SiteReader, type SiteUnreadable, siteFacts } from "../../outside/index.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { factsFrom } from "../from-site.ts"

/** A website that cannot be read ends the task with what to do about it, unless it may well be read in a while. */
const asTaskFailure = ({ mayPass, message }: SiteUnreadable): TaskFailed | TryLater =>
  mayPass ? new TryLater({ message }) : new TaskFailed({ reason: "task_error", message })

interface Reading extends ReadOptions<SqlError> {
  /** Where customers are wanted, instead of what the business profile says. */
  readonly places?: ReadonlyArray<string>
}

/** What is known of a business: its website as it is now, and its profile. */
export const readBusiness = (organization: number, website: string, { places, ...reading }: Reading) =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const profile = yield* findBusinessProfile(organization)
    const wanted = places ?? profile?.target_locations ?? []
    const site = yield* Effect.mapError(reader.read(website, reading), (error) =>
      error._tag === "SiteUnreadable" ? asTaskFailure(error) : error
    )
    const found = siteFacts(site)
    return { site, found, places: wanted, facts: factsFrom(site, found, profile, wanted) }
  })
