import { Effect } from "effect"
import { randomId } from "../contract/index.ts"
import { bindStatement, runSql, statement } from "../storage/index.ts"

/** A campaign that spends, or that may: one in error can still be live on the platform. */
export interface SpendingCampaign {
  readonly slug: string
  readonly name: string
  /** Daily; the larger one if the platform has another. */
  readonly budget: number | null
}

const spending = statement(`
  select slug, name, ceil(greatest(budget, platform_budget)) as budget from campaigns
  where organization_id = $1 and removed_at is null and (coalesce(wanted_state, state) = 'live' or state = 'error')
  order by budget desc nulls last, slug`)

/** Reads the campaigns that an emergency stop would pause, the largest budget first. */
export const readSpending = (organization: number) =>
  bindStatement<SpendingCampaign>(spending, [organization])

const pauseWaiting = statement(`
  select slug, name, ceil(greatest(budget, platform_budget)) as budget from campaigns
  where organization_id = $1 and removed_at is null and platform_state = 'live'
    and coalesce(wanted_state, state) <> 'live' and state <> 'error'
  order by budget desc nulls last, slug`)

/** Reads the campaigns that are paused here and that the platform was last seen to run. */
export const readPauseWaiting = (organization: number) =>
  bindStatement<SpendingCampaign>(pauseWaiting, [organization])

/** An emergency stop that nobody has undone. */
export interface StopRow {
  readonly id: string
  /** How often it was pulled: pulling it again while it stands continues it. */
  readonly generation: number
  /** The requests that pulled it. Their pauses belong to it. */
  readonly requests: ReadonlyArray<string>
  readonly at: string
  /** The owner's email. */
  readonly by: string
  /** Whether it suspended keys and apps, so that undoing it lifts the suspension. */
  readonly suspendedAccess: boolean
}

/** A stop as it was last pulled. */
export type StopVersion = Pick<StopRow, "id" | "generation">

/** Whether this is the stop that stands, and nobody has pulled it again since. */
export const isLatest = ({ generation, id }: StopVersion, standing: StopRow | null): boolean =>
  standing?.id === id && standing.generation === generation

/**
 * Finds the stop that stands; an organization has at most one. Versions before generations stored pauses with the id
 * of the stop as their request, so that one counts among the requests.
 */
export const findStop = (organization: number) =>
  Effect.map(
    runSql<StopRow>`select id, cardinality(request_ids) as generation, array_prepend(id, request_ids) as requests,
        at, user_email as by, suspended_access as "suspendedAccess"
      from emergency_stops where organization_id = ${organization} and undone_at is null`,
    ([row]) => row ?? null
  )

/**
 * Starts a stop, or continues the one that stands: then later pauses belong to it too, and are undone with it. Either
 * way an undo that is under way ends before its next resume. The caller holds the organization's lock.
 */
export const startStop = (
  organization: number,
  by: { readonly userId: number; readonly email: string },
  request: string,
  suspendedAccess: boolean
) =>
  Effect.gen(function* () {
    const standing = yield* findStop(organization)
    if (standing === null)
      return yield* runSql`insert into emergency_stops
          (organization_id, id, user_id, user_email, request_ids, suspended_access)
        values (${organization}, ${randomId("stop")}, ${by.userId}, ${by.email}, ${[request]}, ${suspendedAccess})`
    return yield* runSql`update emergency_stops set request_ids = array_append(request_ids, ${request}),
        suspended_access = suspended_access or ${suspendedAccess}
      where organization_id = ${organization} and id = ${standing.id}`
  })

export const markStopUndone = (organization: number, id: string, by: string) =>
  runSql`update emergency_stops set undone_at = now(), undone_by_email = ${by}
    where organization_id = ${organization} and id = ${id} and undone_at is null`
