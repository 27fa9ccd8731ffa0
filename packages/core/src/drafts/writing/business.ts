import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type Place, placesFrom, type ReadyProfile, readyProfile } from "../../organizations/index.ts"
import { type ReadOptions, type Site, SiteReader, type SiteUnreadable } from "../../outside/index.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { factsFrom } from "../from-site.ts"
import { otherBusinessWarning } from "./same-business.ts"

/** A website that cannot be read ends the task with what to do about it, unless it may well be read in a while. */
const asTaskFailure = ({ mayPass, message }: SiteUnreadable): TaskFailed | TryLater =>
  mayPass ? new TryLater({ message }) : new TaskFailed({ reason: "task_error", message })

const placeCalled = (name: string): Place => ({
  name,
  region: null,
  country_code: null,
  geo: null,
  geo_target: null,
  full_name: null
})

/** A profile without its description where that is plainly in another language than the website: it cannot stand there. */
const spokenIn = (site: Site, profile: ReadyProfile, language: string | null): ReadyProfile =>
  language === null || language === site.language ? profile : { ...profile, description: "" }

interface Reading extends ReadOptions<SqlError> {
  /** Where customers are wanted, instead of what the business profile says. */
  readonly wanted?: ReadonlyArray<string>
  /** What the website is read for, as a warning about it says. */
  readonly advertisedBy?: "draft" | "ad"
}

/**
 * What is known of a business: its website as it is now, and its profile. Places come in the order in which they count:
 * those that are asked for, those of the profile, those that the website names.
 */
export const readBusiness = (
  organization: number,
  website: string,
  { advertisedBy = "draft", wanted = [], ...reading }: Reading
) =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const profile = yield* readyProfile(organization)
    const site = yield* Effect.mapError(reader.read(website, reading), (error) =>
      error._tag === "SiteUnreadable" ? asTaskFailure(error) : error
    )
    const found = yield* Effect.mapError(reader.factsOf(site), asTaskFailure)
    const spoken =
      profile === null ? null : spokenIn(site, profile, yield* reader.languageOf(profile.description))
    const known = new Map(profile?.places.map((place) => [place.name, place]))
    const asked =
      wanted.length > 0 ? wanted.map((name) => known.get(name) ?? placeCalled(name)) : (profile?.places ?? [])
    const facts = factsFrom(
      site,
      found,
      spoken,
      asked.map(({ name }) => name)
    )
    const warning =
      profile === null
        ? null
        : otherBusinessWarning(
            { name: profile.brand_name, url: profile.url },
            { name: found.brand.text, url: site.url },
            advertisedBy
          )
    return { facts, domain: found.domain, places: [asked, placesFrom(found.locations)], warning }
  })
