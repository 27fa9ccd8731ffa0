import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  businessLocationsOf,
  placesNamed,
  type ReadyProfile,
  readyProfile
} from "../../organizations/index.ts"
import { type ReadOptions, type Site, SiteReader, type SiteUnreadable } from "../../outbound/index.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { businessFactsFrom } from "../from-site.ts"
import { otherBusinessWarning } from "./same-business.ts"

/** Returns the task failure of an unreadable website: final with instructions, or retryable. */
const asTaskFailure = ({ isRetryable, message }: SiteUnreadable): TaskFailed | TryLater =>
  isRetryable ? new TryLater({ message }) : new TaskFailed({ reason: "task_error", message })

/** Removes the profile's description if its language clearly differs from the website's. */
const withoutForeignDescription = (
  site: Site,
  profile: ReadyProfile,
  language: string | null
): ReadyProfile =>
  language === null || language === site.language ? profile : { ...profile, description: "" }

interface ReadBusinessOptions extends ReadOptions<SqlError> {
  /** Target locations, instead of the business profile's. */
  readonly requestedLocations?: ReadonlyArray<string>
  /** The purpose of reading the website, for the text of a warning. */
  readonly advertisedBy?: "draft" | "ad"
}

/**
 * Reads the facts about a business: its current website and its profile. Locations come in order of priority:
 * requested, from the profile, from the website.
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
    const known = profile?.places ?? []
    const requestedPlaces = requestedLocations.length > 0 ? placesNamed(requestedLocations, known) : known
    const warning =
      profile === null
        ? null
        : otherBusinessWarning(
            { name: profile.brand_name, url: profile.url },
            { name: siteFacts.brand.text, url: site.url },
            advertisedBy
          )
    const facts = businessFactsFrom(
      site,
      siteFacts,
      usableProfile,
      requestedPlaces.map(({ name }) => name),
      warning !== null
    )
    return {
      facts,
      domain: siteFacts.domain,
      places: [requestedPlaces, businessLocationsOf(siteFacts.locations)],
      warning
    }
  })
