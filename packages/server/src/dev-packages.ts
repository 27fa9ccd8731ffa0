import { createRequire } from "node:module"
import { version } from "@adwarden/core"
import { Effect } from "effect"
import { Stop } from "./stop.ts"

/*
 * Packages that `adwarden dev` alone needs. A checkout has them. An installation of @adwarden/server does not: the binaries
 * of Postgres would be a third of it.
 */

const { resolve } = createRequire(import.meta.url)

const isInstalled = (name: string): boolean => {
  try {
    resolve(name)
    return true
  } catch {
    return false
  }
}

/** The packages that `dev` needs: the emulator always, Postgres if there is no DATABASE_URL. */
export const devPackages = (databaseUrl: string | null): ReadonlyArray<string> => [
  ...(databaseUrl === null ? ["@adwarden/embedded-postgres"] : []),
  "@adwarden/google-ads-emulator"
]

/** Fails if one of these packages is not installed, with the command that installs what is missing. */
export const requirePackages = (names: ReadonlyArray<string>): Effect.Effect<void, Stop> =>
  Effect.suspend(() => {
    const missing = names.filter((name) => !isInstalled(name))
    if (missing.length === 0) return Effect.void
    const install = missing.map((name) => `${name}@${version}`).join(" ")
    return new Stop({
      message: `adwarden dev needs packages that @adwarden/server does not bring. Install them beside it, with --global if it is: npm install ${install}`
    })
  })
