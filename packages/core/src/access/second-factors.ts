import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

/** A stored second factor. */
export interface FactorRow {
  /** The sealed secret. */
  readonly secret: Uint8Array
  /** False while the person is setting it up. */
  readonly enabled: boolean
  /** The time step of the last accepted code. */
  readonly lastStep: number
}

/** Reads the second factor of a person and locks it until the transaction ends, so that a code counts once. */
export const readFactor = (user: number) =>
  Effect.map(
    runSql<FactorRow>`select secret, enabled_at is not null as enabled, last_step as "lastStep"
      from second_factors where user_id = ${user} for update`,
    ([row]) => row ?? null
  )

/** What a person's sign-in needs, and what their account page shows. */
export interface FactorState {
  readonly enabled: boolean
  /** The names of the person's organizations, also of those of their team, that require a second factor. */
  readonly requiredBy: ReadonlyArray<string>
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
}

export const factorState = (user: number) =>
  Effect.map(
    runSql<FactorState>`select
        exists (select 1 from second_factors where user_id = ${user} and enabled_at is not null) as enabled,
        array(select o.name from organizations o
          where o.second_factor_required
            and (exists (select 1 from memberships m where m.organization_id = o.id and m.user_id = ${user})
              or o.adops_team_id in (select team_id from adops_team_members where user_id = ${user}))
          order by o.name) as "requiredBy",
        (select count(*)::int from recovery_codes where user_id = ${user} and used_at is null) as "recoveryCodes"`,
    ([row]) => row!
  )

/** Stores a secret that the person has not proved yet. It replaces an earlier one. Returns false if one is enabled. */
export const insertFactor = (user: number, secret: Uint8Array) =>
  Effect.map(
    runSql`insert into second_factors (user_id, secret) values (${user}, ${secret})
      on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
      where second_factors.enabled_at is null returning user_id`,
    (rows) => rows.length > 0
  )

/** Reads secrets of people after `after` that do not start with the prefix of the current key. */
export const factorsWithOldKey = (currentPrefix: Uint8Array, after: number, limit: number) =>
  runSql<{ readonly id: number; readonly secret: Uint8Array }>`
    select user_id as id, secret from second_factors
    where user_id > ${after} and substring(secret from 1 for 5) <> ${currentPrefix}
    order by user_id limit ${limit}`

/** Replaces a sealed secret, unless it changed meanwhile. */
export const replaceFactorSecret = (user: number, before: Uint8Array, after: Uint8Array) =>
  runSql`update second_factors set secret = ${after} where user_id = ${user} and secret = ${before}`

/** Records the time step of an accepted code. Returns false if a later one was recorded meanwhile. */
export const recordStep = (user: number, step: number) =>
  Effect.map(
    runSql`update second_factors set last_step = ${step}, enabled_at = coalesce(enabled_at, now())
      where user_id = ${user} and last_step < ${step} returning user_id`,
    (rows) => rows.length > 0
  )

export const replaceRecoveryCodes = (user: number, hashes: ReadonlyArray<Uint8Array>) =>
  Effect.zipRight(
    runSql`delete from recovery_codes where user_id = ${user}`,
    Effect.forEach(
      hashes,
      (hash) => runSql`insert into recovery_codes (user_id, hash) values (${user}, ${hash})`,
      { discard: true }
    )
  )

/** Uses a recovery code. Returns false if it is unknown or was used before. */
export const spendRecoveryCode = (user: number, hash: Uint8Array) =>
  Effect.map(
    runSql`update recovery_codes set used_at = now()
      where user_id = ${user} and hash = ${hash} and used_at is null returning user_id`,
    (rows) => rows.length > 0
  )

/** Removes a second factor with its recovery codes. Returns whether one was enabled. */
export const removeFactor = (user: number) =>
  Effect.map(
    runSql<{ readonly enabled: boolean }>`delete from second_factors where user_id = ${user}
      returning enabled_at is not null as enabled`,
    ([row]) => row?.enabled === true
  )
