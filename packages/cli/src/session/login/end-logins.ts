import { reasonOf } from "../../refusal.ts"
import { discoverServer, loadOAuth, requestOptions } from "../authorization-server.ts"
import type { Environment } from "../private-file.ts"
import { changeProfile, type Session } from "../profiles.ts"

/** Revokes a login at the service. Returns the reason if that failed. */
export const revoke = async (session: Session): Promise<string | null> => {
  try {
    const oauth = await loadOAuth()
    const server = await discoverServer(oauth, session.issuer)
    const client = { client_id: session.client_id }
    const options = requestOptions(oauth, session.issuer)
    const response = await oauth.revocationRequest(
      server,
      client,
      oauth.None(),
      session.refresh_token,
      options
    )
    await oauth.processRevocationResponse(response)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

interface EndedLogins {
  readonly url: string | null
  readonly logins: number
  /** Reasons why logins could not be revoked at the service. They are deleted here anyway. */
  readonly problems: ReadonlyArray<string>
}

/** Revokes the logins of a profile, and optionally deletes the profile. */
export const endLogins = async (
  env: Environment,
  profile: string,
  afterwards: "keep" | "remove"
): Promise<EndedLogins> => {
  let url: string | null = null
  let sessions: ReadonlyArray<Session> = []
  await changeProfile(env, profile, async (before) => {
    if (before === null) return null
    url = before.url
    sessions = Object.values(before.sessions)
    return afterwards === "remove" ? null : { ...before, sessions: {} }
  })
  const failures = await Promise.all(sessions.map(revoke))
  return { url, logins: sessions.length, problems: failures.filter((problem) => problem !== null) }
}
