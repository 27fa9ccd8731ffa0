import { analyseWebsite, lockProfile, readDraftPages, writeProfile } from "@adwarden/core"
import { demoWorld } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { organizations } from "../definition/organizations.ts"
import { daysAgo } from "./rows.ts"
import { DemoUnfinished } from "./unfinished.ts"

/** Returns the URL of an organization's website. */
export const websiteOf = (organization: string): string => demoWorld.sites[organization]!

/** Analyses an organization's website and dates the result back by a month. */
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

/** Writes the business profiles from the organizations' websites. */
export const analyseProfiles = (ids: ReadonlyMap<string, number>) =>
  Effect.forEach(
    organizations.filter(({ hasProfile }) => hasProfile),
    ({ slug }) => analyse(ids.get(slug)!, slug),
    { discard: true }
  )

/** Reads the pages that drafts rest on. */
export const readPagesOfDrafts = (ids: ReadonlyMap<string, number>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const { drafts, slug } of organizations) {
      const id = ids.get(slug)!
      for (const draft of drafts.filter(({ pagesRead }) => pagesRead === true)) {
        const [row] = yield* sql<{ campaign: number }>`
          select id as campaign from campaigns where organization_id = ${id} and slug = ${draft.slug}`
        yield* readDraftPages(id, row!.campaign).pipe(
          Effect.catchTags({
            TaskFailed: ({ message }) => new DemoUnfinished({ problem: message }),
            TryLater: ({ message }) => new DemoUnfinished({ problem: message })
          })
        )
      }
    }
  })
