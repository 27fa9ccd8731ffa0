import { type KeyRefusal, Keys, type KeysShape } from "@adwarden/core"
import { envelope } from "@adwarden/core/contract"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { checkSchema, databaseStop, existingUrl, openDatabase } from "../../database.ts"
import { environment } from "../../settings/environment.ts"
import { Stop } from "../../stop.ts"

/** Do something with the keys of the database that is meant, and put a refusal into one line. */
export const withKeys = <A>(use: (keys: KeysShape) => Effect.Effect<A, KeyRefusal | SqlError>) =>
  Effect.gen(function* () {
    const env = yield* environment
    const url = yield* existingUrl(env.databaseUrl)
    const database = yield* openDatabase(url)
    return yield* Effect.zipRight(checkSchema, Effect.flatMap(Keys, use)).pipe(
      Effect.provide(Keys.layer.pipe(Layer.provideMerge(Layer.succeedContext(database)))),
      Effect.mapError((error) => {
        if (error._tag === "Stop") return error
        if (error._tag === "SqlError") return databaseStop(url, error)
        return new Stop({ message: envelope(error, env.publicUrl).error.message })
      })
    )
  }).pipe(Effect.scoped)
