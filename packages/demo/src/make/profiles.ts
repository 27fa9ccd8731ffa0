import { analyseWebsite, lockProfile, writeProfile } from "@adwarden/core"
import { demoWorld } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { organizations } from "../definition/organizations.ts"
import { daysAgo } from "./rows.ts"
import { DemoUnfinished } from "./unfinished.ts"

/** The website of an organization, as its campaigns and its people know it. */
export const websiteOf = (organization: string): string => demoWorld.sites[organization]!

/** Reads an organization's website as an analysis does, and dates it back: it happened a month ago. */
const analyse = (id: number, slug: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const content = yield* analyseWebsite(id, websiteOf(slug), () => Effect.void)
    yield* lockProfile(id, content.url)
    yield* writeProfile(id, content, null)
    yield* sql`
      update business_profiles set created_at = ${daysAgo(415)}, analysed_at = ${daysAgo(30)},
        updated_at = ${daysAgo(30)} where organization_id = ${id}`
  }).pipe(Effect.catchTag("SiteUnreadable", ({ message }) => new DemoUnfinished({ problem: message })))

/** What is known of each business, from its website. */
export const analyseProfiles = (ids: ReadonlyMap<string, number>) =>
  Effect.forEach(
    organizations.filter(({ hasProfile }) => hasProfile),
    ({ slug }) => analyse(ids.get(slug)!, slug),
    { discard: true }
  )
