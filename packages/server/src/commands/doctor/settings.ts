import { readServiceAddress } from "@adwarden/core"
import { Effect, Either } from "effect"
import { configuredPlatform } from "../../platform.ts"
import { devAddresses } from "../../service-platform.ts"
import type { Environment } from "../../settings/environment.ts"
import type { Stop } from "../../stop.ts"
import { checkPart, type Finding, notChecked, ok, problem, warning } from "./finding.ts"

const isLoopback = (address: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname)

const addressFindings = (publicUrl: string): ReadonlyArray<Finding> =>
  publicUrl.startsWith("https:") || isLoopback(publicUrl)
    ? []
    : [
        warning(
          "settings",
          `PUBLIC_URL is ${publicUrl}: passwords and tokens are sent unencrypted`,
          "set an https URL"
        )
      ]

/** Checks that all settings are valid, including the key that seals ad-account logins. */
export const checkSettings = (env: Either.Either<Environment, Stop>) =>
  checkPart(
    "settings",
    Effect.gen(function* () {
      if (Either.isLeft(env))
        return [problem("settings", env.left.message.replace(" Nothing was started.", ""))]
      const sealed = yield* Effect.either(configuredPlatform)
      const wrong = Either.isLeft(sealed) ? [problem("settings", sealed.left.message)] : []
      const all = [...addressFindings(env.right.publicUrl), ...wrong]
      return all.length === 0 ? [ok("settings", "all settings are valid")] : all
    })
  )

/** Checks that PUBLIC_URL is the URL at which the service is served, which every link contains. */
export const checkServiceAddress = (publicUrlSet: string | null) =>
  checkPart(
    "address",
    Effect.map(readServiceAddress, (storedAddress): ReadonlyArray<Finding> => {
      if (storedAddress === null) {
        return [
          ok("address", "no host was started with PUBLIC_URL yet: links start with PUBLIC_URL or localhost")
        ]
      }
      return publicUrlSet === null || publicUrlSet === storedAddress
        ? [ok("address", `links start with ${storedAddress}`)]
        : [
            warning(
              "address",
              `PUBLIC_URL is ${publicUrlSet} here, but the service is served at ${storedAddress}: links start with that`,
              "set the same PUBLIC_URL everywhere, then start adwarden serve again"
            )
          ]
    }).pipe(
      // The table does not exist before the migrations, which the schema check reports.
      Effect.orElseSucceed(() => [notChecked("address", "needs every migration")])
    )
  )

/** The URL of the service: PUBLIC_URL, else that of `adwarden dev` on this database, else the default with PORT. */
export const serviceUrl = ({ publicUrl, publicUrlSet }: Environment, databaseUrl: string | null) =>
  publicUrlSet !== null || databaseUrl === null
    ? Effect.succeed(publicUrl)
    : Effect.map(devAddresses(databaseUrl), (addresses) => addresses?.origin ?? publicUrl)

/** Checks that the service responds at its URL. */
export const checkReachable = (publicUrl: string) =>
  checkPart(
    "service",
    Effect.tryPromise(async (signal) => {
      const timedSignal = AbortSignal.any([signal, AbortSignal.timeout(5000)])
      const { ok: ready, status } = await fetch(`${publicUrl}/readyz`, { signal: timedSignal })
      return ready
        ? [ok("service", `answers at ${publicUrl}`)]
        : [problem("service", `${publicUrl}/readyz responds with ${status}`, "check the log of the hosts")]
    }).pipe(
      Effect.catchAll(() =>
        Effect.succeed([
          warning("service", `nothing responds at ${publicUrl}`, "adwarden serve, or check PUBLIC_URL")
        ])
      )
    )
  )
