import { organizationsStatement } from "../storage/index.ts"
import { type ConnectionFacts, connectionColumns, connectionProblem, joinLoginSql } from "./connection.ts"

/** A login that stopped working, as messages describe it. */
export interface BrokenLogin {
  readonly organization_id: number
  readonly id: number
  readonly platform: string
  readonly email: string | null
  readonly broken_reason: string | null
  /** How many accounts use it. */
  readonly accounts: number
}

/** Reads the broken logins of organizations that accounts use. */
export const readBrokenLogins = organizationsStatement<BrokenLogin>(
  (within) => `
  select l.organization_id, l.id, l.platform, l.email, l.broken_reason, count(*)::int as accounts
  from ad_platform_logins l
  join ad_accounts a on a.organization_id = l.organization_id and a.login_id = l.id and a.status <> 'not_linked'
  where ${within("l.organization_id")} and ${within("a.organization_id")} and l.state = 'broken'
  group by l.organization_id, l.id, l.platform, l.email, l.broken_reason order by l.organization_id, l.id`
)

/** A selected account that cannot be used for a reason other than a broken login. */
export interface UnusableAccount {
  readonly id: string
  readonly name: string | null
  readonly problem: string
}

/** Reads the accounts of organizations that are selected for new campaigns. */
export const readSelectedAccounts = organizationsStatement<
  ConnectionFacts & { readonly organization_id: number; readonly id: string; readonly name: string | null }
>(
  (within) => `select a.organization_id, a.id, a.name, ${connectionColumns} from ad_accounts a ${joinLoginSql}
  where ${within("a.organization_id")} and a.selected order by a.organization_id, a.id`
)

/** The problem of a selected account; null if it can be used, or its login is broken, which is a problem of its own. */
export const unusableAccount = (
  account: ConnectionFacts & { readonly id: string; readonly name: string | null }
): UnusableAccount | null => {
  const problem = account.login_state === "broken" ? null : connectionProblem(account)
  return problem === null ? null : { id: account.id, name: account.name, problem }
}
