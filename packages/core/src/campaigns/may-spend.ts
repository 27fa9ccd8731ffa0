import { bindStatement, runSql, statement } from "../storage/index.ts"

const maySpend = statement(`
  select count(*)::int as campaigns from campaigns
  where organization_id = $1 and removed_at is null
    and (coalesce(wanted_state, state) = 'live' or state in ('live', 'error') or platform_state = 'live'
      or (platform_resource_name is not null and cardinality(unpushed) > 0))`)

/**
 * Reads how many campaigns spend or may spend: live here or there, in error, or with a change, such as a pause, that has not
 * reached the platform yet.
 */
export const readMaySpend = (organization: number) =>
  bindStatement<{ readonly campaigns: number }>(maySpend, [organization])

/** Replaces the stored email address of a deleted person in emergency stops. */
export const forgetPersonInStops = (user: number, email: string, replacement: string) =>
  runSql`update emergency_stops set
      user_email = case when user_id = ${user} then ${replacement} else user_email end,
      undone_by_email = case when undone_by_email = ${email} then ${replacement} else undone_by_email end
    where user_id = ${user} or undone_by_email = ${email}`
