import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  type BusinessLocation,
  businessLocationsOf,
  type ReadyProfile,
  readyProfile
} from "../../organizations/index.ts"
import { type ReadOptions, type Site, SiteReader, type SiteUnreadable } from "../../outbound/index.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { businessFactsFrom } from "../from-site.ts"
import { otherBusinessWarning } from "./same-business.ts"

/** A website that cannot be read ends the task with what to do about it, unless it may well be read in a while. */
const asTaskFailure = ({ isRetryable, message }: SiteUnreadable): TaskFailed | TryLater =>
  isRetryable ? new TryLater({ message }) : new TaskFailed({ reason: "task_error", message })

const placeNamed = (name: string): BusinessLocation => ({
  name,
  region: null,
  country_code: null,
  geo: null,
  geo_target: null,
  full_name: null
})

/** A profile without its description where that is plainly in another language than the website: it cannot stand there. */
const withoutForeignDescription = (
  site: Site,
  profile: ReadyProfile,
  language: string | null
): ReadyProfile =>
  language === null || language === site.language ? profile : { ...profile, description: "" }

interface ReadBusinessOptions extends ReadOptions<SqlError> {
  /** Where customers are wanted, instead of what the business profile says. */
  readonly requestedLocations?: ReadonlyArray<string>
  /** What the website is read for, as a warning about it says. */
  readonly advertisedBy?: "draft" | "ad"
}

/**
 * What is known of a business: its website as it is now, and its profile. Places come in the order in which they count:
 * those that are asked for, those of the profile, those that the website names.
 */
export const readBusinessFacts = (
  organization: number,
  website: string,
  { advertisedBy = "draft", requestedLocations = [], ...reading }: ReadBusinessOptions
) =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const profile = yield* readyProfile(organization)
    const site = yield* Effect.mapError(reader.read(website, reading), (error) =>
      error._tag === "SiteUnreadable" ? asTaskFailure(error) : error
    )
    const siteFacts = yield* Effect.mapError(reader.factsOf(site), asTaskFailure)
    const usableProfile =
      profile === null
        ? null
        : withoutForeignDescription(site, profile, yield* reader.languageOf(profile.description))
    const profilePlaces = new Map(profile?.places.map((place) => [place.name, place]))
    const requestedPlaces =
      requestedLocations.length > 0
        ? requestedLocations.map((name) => profilePlaces.get(name) ?? placeNamed(name))
        : (profile?.places ?? [])
    const facts = businessFactsFrom(
      site,
      siteFacts,
      usableProfile,
      requestedPlaces.map(({ name }) => name)
    )
    const warning =
      profile === null
        ? null
        : otherBusinessWarning(
            { name: profile.brand_name, url: profile.url },
            { name: siteFacts.brand.text, url: site.url },
            advertisedBy
          )
    return {
      facts,
      domain: siteFacts.domain,
      places: [requestedPlaces, businessLocationsOf(siteFacts.locations)],
      warning
    }
  })
