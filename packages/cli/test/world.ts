import { Database, type DemoCredentials, DemoWorld } from "@adwarden/core"
import { Effect, type Scope } from "effect"
import { freshDatabase } from "../../core/test/support/postgres.ts"

export interface World {
  readonly url: string
  readonly credentials: DemoCredentials
}

/** A database of one's own with the demo world in it. */
export const demoDatabase: Effect.Effect<World, never, Scope.Scope> = Effect.gen(function* () {
  const url = yield* freshDatabase()
  const options = { today: new Date(), siteUrl: "http://localhost" }
  const credentials = yield* Effect.orDie(Effect.provide(DemoWorld.seed(options), Database.layer(url)))
  return { url, credentials: credentials! }
})
