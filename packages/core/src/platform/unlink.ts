import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

/**
 * Unlinks all ad accounts of an organization and forgets its logins' grants. Nothing is synced or pushed then, so
 * the caller makes sure that nothing can spend there.
 */
export const unlinkAccounts = (organization: number) =>
  Effect.gen(function* () {
    yield* runSql`update ad_accounts set status = 'not_linked', selected = false, updated_at = now()
      where organization_id = ${organization}`
    yield* runSql`update ad_platform_logins set state = 'disconnected', refresh_token = null, email = null
      where organization_id = ${organization}`
  })

/**
 * Removes a deleted person as the one who connected logins. The logins stay: they belong to the organization, and
 * its campaigns depend on them.
 */
export const forgetConnector = (user: number) =>
  runSql`update ad_platform_logins set connected_by = null where connected_by = ${user}`
