import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { adminEndpoint } from "../changes/people-writes.ts"
import { errorOfRefusal, platformRefusal } from "../changes/settle.ts"
import { AdAccountNotLinked, type ServiceError, ValidationError } from "../contract/index.ts"
import { AdAccounts, type LinkedAccount } from "../platform/ad-accounts.ts"
import type { Platform, ReadFailure } from "../platform/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { runSql } from "../storage/index.ts"
import { campaignNotFound, candidateSlugsSql, type SlugRow } from "./campaign.ts"

/** A location of the ad platform. Its name and geo_target are one of a campaign's locations. */
export interface LocationSuggestion {
  /** For example "Springfield, Illinois, United States". */
  readonly name: string
  readonly geo_target: string
  /** The platform's own type, such as City or State. */
  readonly type: string
  readonly country_code: string
}

const maxSuggestions = 10
const maxSearchLength = 100

const partsOf = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** The longer its full name, the smaller the location: a city is listed before the state of its name. */
const byFit =
  (name: string) =>
  (one: Platform.LocationMatch, other: Platform.LocationMatch): number => {
    const [first, second] = [partsOf(one.name), partsOf(other.name)]
    return Number(second[0] === name) - Number(first[0] === name) || second.length - first.length
  }

/**
 * Suggests locations for what a person typed, such as "Springfield" or "Springfield, Illinois". Exact names
 * come first.
 */
export const suggestLocations = (
  account: LinkedAccount,
  text: string
): Effect.Effect<ReadonlyArray<LocationSuggestion>, ReadFailure> => {
  const [name, ...larger] = partsOf(text)
  if (name === undefined) return Effect.succeed([])
  return Effect.map(account.platform.findLocations(account, [name]), (found) =>
    found
      .filter((one) => {
        const parts = partsOf(one.name).slice(1)
        return larger.every((part) => parts.some((known) => known.startsWith(part)))
      })
      .toSorted(byFit(name))
      .slice(0, maxSuggestions)
      .map(({ countryCode, geoTarget, name, type }) => ({
        name,
        geo_target: geoTarget,
        type,
        country_code: countryCode
      }))
  )
}

/** Suggests locations to a person who sets those of a campaign, in the dashboard and on the server. */
export const locationEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* AdAccounts

  const suggestIn = (
    { organization: { id, slug: org } }: OrganizationClearance,
    slug: string,
    text: string
  ): Effect.Effect<ReadonlyArray<LocationSuggestion>, ServiceError | SqlError> =>
    Effect.gen(function* () {
      if (text.trim() === "" || text.length > maxSearchLength) {
        return yield* new ValidationError({
          fields: [{ path: "search", message: `must have 1 to ${maxSearchLength} characters` }]
        })
      }
      const [row] = yield* runSql<{ account: string | null }>`
        select ad_account_id as account from campaigns
        where organization_id = ${id} and slug = ${slug} and removed_at is null`
      if (row === undefined)
        return yield* campaignNotFound(slug, org, runSql<SlugRow>(candidateSlugsSql, [id, slug]))
      if (row.account === null) return yield* new AdAccountNotLinked()
      const errorOf = (failure: ReadFailure) => errorOfRefusal(platformRefusal(failure, "search"))
      return yield* accounts.get(id, row.account).pipe(
        Effect.flatMap((account) => suggestLocations(account, text)),
        Effect.catchTags({
          PlatformRefused: errorOf,
          SetupRequired: errorOf,
          ConnectionBroken: errorOf,
          PlatformUnreachable: errorOf
        })
      )
    }).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  return {
    /** Inside the request of a page, which decides who can search. */
    suggestIn,
    suggest: (
      organization: string,
      slug: string,
      text: string
    ): Endpoint<ReadonlyArray<LocationSuggestion>> => ({
      ...adminEndpoint("locations.suggest", organization),
      run: (clearance: OrganizationClearance) =>
        Effect.map(suggestIn(clearance, slug, text), (found) => respondWith(found))
    })
  }
})
