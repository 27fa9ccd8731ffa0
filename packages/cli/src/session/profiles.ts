import { open, readdir, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Refusal, reasonOf, usageRefusal } from "../refusal.ts"
import type { Surface } from "./addresses.ts"
import {
  configHome,
  type Environment,
  privateFolder,
  readPrivateFile,
  writePrivateFile
} from "./private-file.ts"

/** Longer than any work under a lock. An older lock is abandoned. */
const abandonedAfterMillis = 30_000
const pollMillis = 50

const isAbandoned = async (path: string): Promise<boolean> => {
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0
  )
  return age > abandonedAfterMillis
}

const tryLock = async (path: string): Promise<boolean> => {
  try {
    await (await open(path, "wx", 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw new Refusal(`Cannot write ${path} (${reasonOf(error)}). Check who owns the folder.`, {
      exitReason: "failed"
    })
  }
}

/**
 * Runs work that no other process can run at the same time. Two processes that take over an abandoned lock at the same
 * moment can both continue. The work tolerates that, because the service accepts a replaced refresh token for another
 * minute.
 */
const withLock = async <A>(path: string, work: () => Promise<A>): Promise<A> => {
  await privateFolder(dirname(path))
  while (!(await tryLock(path))) {
    if (await isAbandoned(path)) await rm(path, { force: true })
    else await sleep(pollMillis)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

/** The login for one surface. */
export interface Session {
  /** The authorization server, and the client id there. */
  readonly issuer: string
  readonly client_id: string
  readonly resource: string
  readonly access_token: string
  readonly refresh_token: string
  /** ISO timestamps. */
  readonly expires_at: string
  readonly signed_in_at: string
  readonly scopes: ReadonlyArray<string>
  /** Email of the signed-in person. */
  readonly person: string
}

/** A service and the logins there. */
export interface Profile {
  readonly version: 1
  readonly url: string
  /** The organization of commands without --org. */
  readonly org?: string
  readonly sessions: { readonly [surface in Surface]?: Session }
}

export const defaultProfile = "default"

/** The command that signs in again, for messages. */
export const loginCommand = (profile: string, surface: Surface = "rest"): string =>
  `adwarden login${surface === "mcp" ? " --mcp" : ""}${profile === defaultProfile ? "" : ` --profile ${profile}`}`

/** A name is also a file name, so it cannot contain path characters or differ only in case. */
const isProfileName = (name: string): boolean => /^[a-z0-9][a-z0-9_-]{0,62}$/.test(name)

const checkProfileName = (name: string): string => {
  if (isProfileName(name)) return name
  throw usageRefusal(
    `${JSON.stringify(name)} cannot be the name of a profile: small letters, digits, - and _ can.`
  )
}

const folderOf = (env: Environment) => join(configHome(env), "profiles")
const profileFile = (env: Environment, name: string): string => join(folderOf(env), `${name}.json`)
const currentFile = (env: Environment) => join(configHome(env), "profile")

export const readProfile = async (env: Environment, name: string): Promise<Profile | null> => {
  const path = profileFile(env, name)
  const text = await readPrivateFile(path)
  if (text === null) return null
  try {
    const profile = JSON.parse(text) as Partial<Profile>
    if (profile.version === 1 && typeof profile.url === "string" && typeof profile.sessions === "object") {
      return profile as Profile
    }
  } catch {}
  throw new Refusal(`${path} was not written by this version of adwarden. Delete it and sign in again.`, {
    exitReason: "failed",
    next: loginCommand(name)
  })
}

/** Changes a profile under a lock. An error in `change` leaves it as it was; null deletes it. */
export const changeProfile = (
  env: Environment,
  name: string,
  change: (before: Profile | null) => Promise<Profile | null>
): Promise<Profile | null> => {
  const path = profileFile(env, checkProfileName(name))
  return withLock(`${path}.lock`, async () => {
    const before = await readProfile(env, name)
    const after = await change(before)
    if (after === null) await rm(path, { force: true })
    else if (after !== before) await writePrivateFile(path, `${JSON.stringify(after, null, 2)}\n`)
    return after
  })
}

export const listProfiles = async (env: Environment): Promise<ReadonlyArray<string>> => {
  const files = await readdir(folderOf(env)).catch(() => [])
  return files
    .flatMap((file) => (file.endsWith(".json") ? [file.slice(0, -".json".length)] : []))
    .filter(isProfileName)
    .sort()
}

/** The selected profile: from the flag, the environment, or `profiles use`. */
export const chosenProfile = async (env: Environment, named: string | undefined): Promise<string> => {
  const name = named ?? (env["ADWARDEN_PROFILE"]?.trim() || undefined)
  return checkProfileName(name ?? ((await readPrivateFile(currentFile(env)))?.trim() || defaultProfile))
}

export const chooseProfile = (env: Environment, name: string): Promise<void> =>
  writePrivateFile(currentFile(env), `${checkProfileName(name)}\n`)

/** The organization of commands without `--org`: ADWARDEN_ORG, or the profile's own; undefined if neither is set. */
export const defaultOrg = async (env: Environment, profile: string): Promise<string | undefined> =>
  env["ADWARDEN_ORG"]?.trim() || (await readProfile(env, profile))?.org
