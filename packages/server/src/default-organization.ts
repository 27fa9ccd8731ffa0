import { firstSlugs } from "@adwarden/core"
import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import { Effect } from "effect"
import { commandDatabase } from "./command-database.ts"
import { databaseStop } from "./database.ts"
import { type Stop, usageStop } from "./stop.ts"

const onlyOrganization: Effect.Effect<string, Stop | EmbeddedPostgresError> = Effect.gen(function* () {
  const { services, url } = yield* commandDatabase
  const slugs = yield* firstSlugs.pipe(
    Effect.provide(services),
    Effect.mapError((error) => databaseStop(url, error))
  )
  if (slugs.length === 1) return slugs[0]!
  return yield* usageStop(
    slugs.length === 0
      ? "There is no organization yet. Create one: adwarden organizations create SLUG --name NAME --currency USD"
      : `Several organizations exist, so name one with --org: ${slugs.join(", ")}${slugs.length === 10 ? ", …" : "."}`
  )
}).pipe(Effect.scoped)

/** The organization of a command without `--org`: ADWARDEN_ORG, or the only one in the database. */
export const defaultOrganization: Effect.Effect<string, Stop | EmbeddedPostgresError> = Effect.suspend(() => {
  const named = process.env["ADWARDEN_ORG"]?.trim()
  return named ? Effect.succeed(named) : onlyOrganization
})
