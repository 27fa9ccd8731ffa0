import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Refusal, usageRefusal } from "../refusal.ts"
import type { Surface } from "./addresses.ts"
import { withLock } from "./lock.ts"
import { configHome, type Environment, readPrivateFile, writePrivateFile } from "./private-file.ts"

/** What signing in gave for one surface. */
export interface Session {
  /** The authorization server, and the name it knows this program by. */
  readonly issuer: string
  readonly client_id: string
  readonly resource: string
  readonly access_token: string
  readonly refresh_token: string
  /** ISO instants. */
  readonly expires_at: string
  readonly signed_in_at: string
  readonly scopes: ReadonlyArray<string>
  /** E-mail of whoever signed in. */
  readonly person: string
}

/** A place to work at and who one is there. */
export interface Profile {
  readonly version: 1
  readonly url: string
  readonly sessions: { readonly [surface in Surface]?: Session }
}

export const defaultProfile = "default"

/** The command that signs in again, for messages. */
export const loginCommand = (profile: string, surface: Surface = "rest"): string =>
  `adwarden login${surface === "mcp" ? " --mcp" : ""}${profile === defaultProfile ? "" : ` --profile ${profile}`}`

/** A name is a file's name, too: what could lead elsewhere, or be the same file in other letters, is none. */
const isProfileName = (name: string): boolean => /^[a-z0-9][a-z0-9_-]{0,62}$/.test(name)

export const checkProfileName = (name: string): string => {
  if (isProfileName(name)) return name
  throw usageRefusal(
    `${JSON.stringify(name)} cannot be the name of a profile: small letters, digits, - and _ can.`
  )
}

const folderOf = (env: Environment) => join(configHome(env), "profiles")
export const profileFile = (env: Environment, name: string): string => join(folderOf(env), `${name}.json`)
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
  throw new Refusal(`${path} is not as this version of adwarden writes it: delete it and sign in again.`, {
    exitReason: "failed",
    next: loginCommand(name)
  })
}

/** Changes a profile while nobody else does; what `change` throws leaves it as it was, null takes it away. */
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

/** The profile that is meant: as the command says, as the environment says, as was chosen before. */
export const chosenProfile = async (env: Environment, named: string | undefined): Promise<string> => {
  const name = named ?? (env["ADWARDEN_PROFILE"]?.trim() || undefined)
  return checkProfileName(name ?? ((await readPrivateFile(currentFile(env)))?.trim() || defaultProfile))
}

export const chooseProfile = (env: Environment, name: string): Promise<void> =>
  writePrivateFile(currentFile(env), `${checkProfileName(name)}\n`)
