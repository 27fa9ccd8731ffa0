import { Effect } from "effect"
import { randomId } from "../contract/index.ts"
import { bindStatement, runSql, statement } from "../storage/index.ts"

/** A campaign that spends, or that may: one in error can still be live on the platform. */
export interface SpendingCampaign {
  readonly slug: string
  readonly name: string
  readonly budget: number | null
}

const spending = statement(`
  select slug, name, budget from campaigns
  where organization_id = $1 and removed_at is null and (coalesce(wanted_state, state) = 'live' or state = 'error')
  order by budget desc nulls last, slug`)

/** Reads the campaigns that an emergency stop would pause, the largest budget first. */
export const readSpending = (organization: number) =>
  bindStatement<SpendingCampaign>(spending, [organization])

/** An emergency stop that nobody has undone. */
export interface StopRow {
  /** Also the request id of its actions. */
  readonly id: string
  readonly at: string
  /** The owner's email. */
  readonly by: string
  /** Whether it suspended keys and apps, so that undoing it lifts the suspension. */
  readonly suspendedAccess: boolean
}

/** Finds the stop that stands; an organization has at most one. */
export const findStop = (organization: number) =>
  Effect.map(
    runSql<StopRow>`select id, at, user_email as by, suspended_access as "suspendedAccess"
      from emergency_stops where organization_id = ${organization} and undone_at is null`,
    ([row]) => row ?? null
  )

/**
 * Starts a stop, or continues the one that stands: then later pauses belong to it too, and are undone with it.
 * Returns its id. The caller holds the organization's lock.
 */
export const startStop = (
  organization: number,
  by: { readonly userId: number; readonly email: string },
  suspendedAccess: boolean
) =>
  Effect.gen(function* () {
    const standing = yield* findStop(organization)
    if (standing === null) {
      const id = randomId("stop")
      yield* runSql`insert into emergency_stops (organization_id, id, user_id, user_email, suspended_access)
        values (${organization}, ${id}, ${by.userId}, ${by.email}, ${suspendedAccess})`
      return id
    }
    if (suspendedAccess)
      yield* runSql`update emergency_stops set suspended_access = true
        where organization_id = ${organization} and id = ${standing.id}`
    return standing.id
  })

export const markStopUndone = (organization: number, id: string, by: string) =>
  runSql`update emergency_stops set undone_at = now(), undone_by_email = ${by}
    where organization_id = ${organization} and id = ${id} and undone_at is null`
