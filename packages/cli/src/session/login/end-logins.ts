import type { Environment } from "../private-file.ts"
import { changeProfile, type Session } from "../profiles.ts"
import { revoke } from "./revoke.ts"

export interface Ended {
  readonly url: string | null
  readonly logins: number
  /** Why a login could not be ended at the service; it is gone from here all the same. */
  readonly problems: ReadonlyArray<string>
}

/** Takes back what a profile is signed in with, and the profile itself where it is to go. */
export const endLogins = async (
  env: Environment,
  profile: string,
  then: "keep" | "remove"
): Promise<Ended> => {
  let url: string | null = null
  let sessions: ReadonlyArray<Session> = []
  await changeProfile(env, profile, async (before) => {
    if (before === null) return null
    url = before.url
    sessions = Object.values(before.sessions)
    return then === "remove" ? null : { ...before, sessions: {} }
  })
  const told = await Promise.all(sessions.map(revoke))
  return { url, logins: sessions.length, problems: told.filter((problem) => problem !== null) }
}
