import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { SiteReader, type SiteUnreadable } from "../../outbound/index.ts"
import { AdAccounts, AdPlatform } from "../../platform/index.ts"
import { lookUp } from "./places.ts"
import { type ProfileContent, profileOf } from "./profile-of.ts"
import type { Place } from "./stored.ts"

type Tell = (sentence: string) => Effect.Effect<void, SqlError>

/**
 * The places as the account that campaigns will run in knows them. Without an account, or with one that is out of reach,
 * they stay as the website has them: whoever builds a campaign looks them up again.
 */
const lookUpPlaces = (organization: number, places: ReadonlyArray<Place>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [selected] = yield* sql<{ id: string }>`
      select id from ad_accounts where organization_id = ${organization} and selected`
    if (selected === undefined || places.length === 0) return places
    const account = yield* (yield* AdAccounts).get(organization, selected.id)
    return yield* lookUp(yield* AdPlatform, account, places)
  }).pipe(
    Effect.catchTags({
      SetupRequired: () => Effect.succeed(places),
      ConnectionBroken: () => Effect.succeed(places),
      PlatformRefused: () => Effect.succeed(places),
      PlatformUnreachable: () => Effect.succeed(places)
    })
  )

/** Reads a website and says what a profile of its business would be. Writes nothing. */
export const analyseWebsite = (
  organization: number,
  url: string,
  tell: Tell
): Effect.Effect<
  ProfileContent & { readonly pages: number },
  SiteUnreadable | SqlError,
  SiteReader | AdAccounts | AdPlatform | SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const site = yield* reader.read(url, { onStage: tell })
    yield* tell("Working out what the business offers and where.")
    const content = profileOf(yield* reader.factsOf(site))
    const places = yield* lookUpPlaces(organization, content.places)
    return { ...content, places, pages: site.pages.length }
  }).pipe(Effect.withSpan("organizations.analyseWebsite"))
