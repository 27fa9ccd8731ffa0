import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { SiteReader, type SiteUnreadable } from "../../outbound/index.ts"
import { readSelectedAccount } from "../../platform/account-rows.ts"
import { AdAccounts } from "../../platform/index.ts"
import { buildProfile, type ProfileContent } from "./build-profile.ts"
import { resolveLocations } from "./business-locations.ts"
import type { BusinessLocation } from "./stored.ts"

type ReportStage = (sentence: string) => Effect.Effect<void, SqlError>

/**
 * Resolves the locations in the campaigns' ad account. Without a reachable account they stay as the website
 * states them, and the campaign builder resolves them again.
 */
const resolvePlaces = (organization: number, places: ReadonlyArray<BusinessLocation>) =>
  Effect.gen(function* () {
    const selected = yield* readSelectedAccount(organization)
    if (selected === null || places.length === 0) return places
    const account = yield* (yield* AdAccounts).get(organization, selected)
    return yield* resolveLocations(account, places)
  }).pipe(
    Effect.catchTags({
      SetupRequired: () => Effect.succeed(places),
      ConnectionBroken: () => Effect.succeed(places),
      PlatformRefused: () => Effect.succeed(places),
      PlatformUnreachable: () => Effect.succeed(places)
    })
  )

/** Reads a website and builds the profile of its business, without storing it. */
export const analyseWebsite = (
  organization: number,
  url: string,
  reportStage: ReportStage
): Effect.Effect<
  ProfileContent & { readonly pages: number },
  SiteUnreadable | SqlError,
  SiteReader | AdAccounts | SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const site = yield* reader.read(url, { onStage: reportStage })
    yield* reportStage("Working out what the business offers and where.")
    const content = buildProfile(yield* reader.factsOf(site))
    const locations = yield* resolvePlaces(organization, content.places)
    return { ...content, places: locations, pages: site.pages.length }
  }).pipe(Effect.withSpan("organizations.analyseWebsite"))
