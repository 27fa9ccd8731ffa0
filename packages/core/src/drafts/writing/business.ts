import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect } from "effect"
import type { LineContext } from "../../campaigns/index.ts"
import { businessLocationsOf, placesNamed, readyProfile, taskFailureOf } from "../../organizations/index.ts"
import { domainLabel, type ReadOptions, registeredDomain, SiteReader } from "../../outbound/index.ts"
import { businessFactsFrom } from "../from-site.ts"

/** A business, by its name (null if unknown) and its website. */
interface BusinessIdentity {
  readonly name: string | null
  readonly url: string
}

const articles = new Set(["the", "a", "an", "le", "la", "les", "der", "die", "das", "el", "il", "los"])

const nameWords = (name: string): ReadonlyArray<string> =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !articles.has(word))

const domainOf = (url: string): string => registeredDomain(new URL(url).hostname) ?? new URL(url).hostname
const domainLetters = (domain: string): string => domainLabel(domain).toLowerCase().replaceAll("-", "")

/**
 * Whether a domain matches a name: it contains the name's first word, which distinguishes businesses, or its
 * initials.
 */
const domainMatchesName = (domain: string, name: string): boolean => {
  const [first = "", ...others] = nameWords(name)
  const initials = [first, ...others].map((word) => word[0] ?? "").join("")
  return domainLetters(domain).includes(first) || (others.length > 1 && domainLetters(domain) === initials)
}

/** Domains are Latin, so a name in another script cannot be compared. */
const isComparable = (name: string | null): name is string =>
  name !== null && /^[a-z0-9]/i.test(nameWords(name)[0] ?? "")

/**
 * Whether two websites may belong to the same business: same domain, or one matches the other's name. In
 * doubt they may: only a clearly different business causes a warning.
 */
const mayBeSameBusiness = (one: BusinessIdentity, other: BusinessIdentity): boolean => {
  const [domain, otherDomain] = [domainOf(one.url), domainOf(other.url)]
  if (domain === otherDomain || domainLetters(domain) === domainLetters(otherDomain)) return true
  if (!isComparable(one.name)) return true
  if (domainMatchesName(otherDomain, one.name)) return true
  if (!isComparable(other.name)) return other.name !== null
  return domainMatchesName(domain, other.name) || nameWords(other.name).includes(nameWords(one.name)[0]!)
}

const whatToDo = {
  draft: "the draft would advertise it. Check website_url; discard the draft if it is not yours.",
  ad: "the ad would advertise it. Check url; remove the ad if the website is not yours."
}

/**
 * Returns the warning for a website that clearly belongs to a different business than the profile, or null.
 */
export const otherBusinessWarning = (
  profile: BusinessIdentity,
  website: BusinessIdentity,
  advertisedBy: "draft" | "ad" = "draft"
): string | null =>
  mayBeSameBusiness(profile, website)
    ? null
    : `${domainOf(website.url)}${website.name === null ? "" : ` (${website.name})`} looks like the website of another business than ${profile.name} (${domainOf(profile.url)}), and ${whatToDo[advertisedBy]}`

/**
 * Returns the same warning before the website is read, when only its domain is known. Empty without a ready
 * profile.
 */
export const unreadWebsiteWarnings = (organization: number, url: string, advertisedBy: "draft" | "ad") =>
  Effect.map(readyProfile(organization), (profile): ReadonlyArray<string> => {
    if (profile === null) return []
    const known = { name: profile.brand_name, url: profile.url }
    const warning = otherBusinessWarning(known, { name: null, url }, advertisedBy)
    return warning === null ? [] : [warning]
  })

interface ReadBusinessOptions extends ReadOptions<SqlError> {
  /** Target locations, instead of the business profile's. */
  readonly requestedLocations?: ReadonlyArray<string>
  /** The purpose of reading the website, for the text of a warning. */
  readonly advertisedBy?: "draft" | "ad"
  /** What lines of its campaign may name, if it has some already. */
  readonly lineContext?: LineContext | undefined
}

/**
 * Reads the facts about a business: its current website and its profile. Locations come in order of priority:
 * requested, from the profile, from the website.
 */
export const readBusinessFacts = (
  organization: number,
  website: string,
  { advertisedBy = "draft", lineContext, requestedLocations = [], ...reading }: ReadBusinessOptions
) =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const profile = yield* readyProfile(organization)
    const site = yield* Effect.mapError(reader.read(website, reading), (error) =>
      error._tag === "SiteUnreadable" ? taskFailureOf(error) : error
    )
    const siteFacts = yield* Effect.mapError(reader.factsOf(site), taskFailureOf)
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
    const readAt = new Date(yield* Clock.currentTimeMillis).toISOString()
    const facts = businessFactsFrom(
      site,
      siteFacts,
      profile,
      readAt,
      requestedPlaces.map(({ name }) => name)
    )
    return {
      facts: lineContext === undefined ? facts : { ...facts, lineContext },
      /** Lists of locations, in order of priority. */
      places: [requestedPlaces, businessLocationsOf(siteFacts.locations)],
      warning
    }
  })

export type Business = Effect.Effect.Success<ReturnType<typeof readBusinessFacts>>
