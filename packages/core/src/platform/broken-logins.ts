import { runSql } from "../storage/index.ts"

/** Reads the logins of all organizations that stopped working and that accounts use. */
export const brokenLogins = runSql<{ readonly organization_id: number; readonly subject: string }>`
  select l.organization_id, l.id::text as subject from ad_platform_logins l
  where l.state = 'broken' and exists (select 1 from ad_accounts a
    where a.organization_id = l.organization_id and a.login_id = l.id and a.status <> 'not_linked')`

/** A login that stopped working, as messages describe it. */
export interface BrokenLogin {
  readonly subject: string
  readonly platform: string
  readonly email: string | null
  readonly broken_reason: string | null
  /** How many accounts use it. */
  readonly accounts: number
}

/** Reads the broken logins of one organization that accounts use. */
export const brokenLoginsOf = (organization: number) =>
  runSql<BrokenLogin>`
    select l.id::text as subject, l.platform, l.email, l.broken_reason, count(*)::int as accounts
    from ad_platform_logins l
    join ad_accounts a on a.organization_id = l.organization_id and a.login_id = l.id and a.status <> 'not_linked'
    where l.organization_id = ${organization} and l.state = 'broken'
    group by l.id, l.platform, l.email, l.broken_reason order by l.id`
