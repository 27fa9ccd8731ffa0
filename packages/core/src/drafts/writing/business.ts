import { Effect } from "effect"
import { findBusinessProfile } from "../../organizations/index.ts"
import { type ReadOptions, SiteReader, type SiteUnreadable, siteFacts } from "../../outside/index.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { factsFrom } from "../from-site.ts"

/** A website that cannot be read ends the task with what to do about it, unless it may well be read in a while. */
const asTaskFailure = ({ mayPass, message }: SiteUnreadable): TaskFailed | TryLater =>
  mayPass ? new TryLater({ message }) : new TaskFailed({ reason: "task_error", message })

/** What is known of a business: its website as it is now, and its profile. */
export const readBusiness = <E, R>(
  organization: number,
  website: string,
  options: ReadOptions<E, R> & { readonly places?: ReadonlyArray<string> }
) =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const profile = yield* findBusinessProfile(organization)
    const { places = profile?.target_locations ?? [], ...reading } = options
    const site = yield* reader
      .read(website, reading)
      .pipe(Effect.catchTag("SiteUnreadable", (failure) => Effect.fail(asTaskFailure(failure))))
    const found = siteFacts(site)
    return { site, found, places, facts: factsFrom(site, found, profile, places) }
  })
