import { loadOAuth, sending, serverNamed } from "../authorization-server.ts"
import type { Session } from "../profiles.ts"
import { reasonOf } from "../reason.ts"

/** Ends a login at the service, at once and for good; answers why where that could not be done. */
export const revoke = async (session: Session): Promise<string | null> => {
  try {
    const oauth = await loadOAuth()
    const server = await serverNamed(oauth, session.issuer)
    const client = { client_id: session.client_id }
    const options = sending(oauth, session.issuer)
    const answer = await oauth.revocationRequest(server, client, oauth.None(), session.refresh_token, options)
    await oauth.processRevocationResponse(answer)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
