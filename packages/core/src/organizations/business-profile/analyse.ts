import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { SiteReader, type SiteUnreadable } from "../../outbound/index.ts"
import { AdAccounts, AdPlatform } from "../../platform/index.ts"
import { buildProfile, type ProfileContent } from "./build-profile.ts"
import { resolveLocations } from "./business-locations.ts"
import type { BusinessLocation } from "./stored.ts"

type ReportStage = (sentence: string) => Effect.Effect<void, SqlError>

/**
 * The places as the account that campaigns will run in knows them. Without an account, or with one that is out of reach,
 * they stay as the website has them: whoever builds a campaign looks them up again.
 */
const resolvePlaces = (organization: number, places: ReadonlyArray<BusinessLocation>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [selected] = yield* sql<{ id: string }>`
      select id from ad_accounts where organization_id = ${organization} and selected`
    if (selected === undefined || places.length === 0) return places
    const account = yield* (yield* AdAccounts).get(organization, selected.id)
    return yield* resolveLocations(yield* AdPlatform, account, places)
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
  reportStage: ReportStage
): Effect.Effect<
  ProfileContent & { readonly pages: number },
  SiteUnreadable | SqlError,
  SiteReader | AdAccounts | AdPlatform | SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const site = yield* reader.read(url, { onStage: reportStage })
    yield* reportStage("Working out what the business offers and where.")
    const content = buildProfile(yield* reader.factsOf(site))
    const locations = yield* resolvePlaces(organization, content.places)
    return { ...content, places: locations, pages: site.pages.length }
  }).pipe(Effect.withSpan("organizations.analyseWebsite"))
