import { readServiceAddress } from "@adwarden/core"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Environment } from "./environment.ts"

/**
 * The environment of a process that does not serve. Its links use the URL that `serve` stored, then PUBLIC_URL, then
 * localhost.
 */
export const atServiceAddress = (
  env: Environment
): Effect.Effect<Environment, SqlError, SqlClient.SqlClient> =>
  Effect.map(readServiceAddress, (storedAddress) =>
    storedAddress === null ? env : { ...env, publicUrl: storedAddress }
  )

/** Completes once the service is served at another URL. */
export const untilAddressChanges = (env: Environment): Effect.Effect<void, never, SqlClient.SqlClient> =>
  readServiceAddress.pipe(
    Effect.map((storedAddress) => storedAddress !== null && storedAddress !== env.publicUrl),
    // An unavailable database says nothing about the URL.
    Effect.orElseSucceed(() => false),
    Effect.delay("5 seconds"),
    Effect.repeat({ until: (elsewhere) => elsewhere }),
    Effect.asVoid
  )
