import { Effect } from "effect"
import { runSql } from "../storage/index.ts"
import { hashSecret, secretKind } from "./secrets.ts"

/** SQL: how long a person has for the second step of a sign-in. */
const challengeLifetime = "10 minutes"

const tokens = secretKind("svc_si_")

/** Records that a person proved their first factor. Returns the token for the second step. It opens nothing else. */
export const openChallenge = (user: number) => {
  const token = tokens.make()
  return Effect.as(
    runSql`insert into sign_in_challenges (token_hash, user_id, expires_at)
      values (${hashSecret(token)}, ${user}, now() + ${challengeLifetime}::interval)`,
    token
  )
}

/** Finds the person of an open challenge; null if it is unknown, used or expired. */
export const findChallenge = (token: string) =>
  Effect.map(
    runSql<{ readonly id: number; readonly email: string }>`
      select u.id, u.email from sign_in_challenges c join users u on u.id = c.user_id
      where c.token_hash = ${hashSecret(token)} and c.used_at is null and c.expires_at > now()
        and u.disabled_at is null`,
    ([row]) => row ?? null
  )

/** Uses a challenge. Returns false if another request was faster. */
export const closeChallenge = (token: string) =>
  Effect.map(
    runSql`update sign_in_challenges set used_at = now()
      where token_hash = ${hashSecret(token)} and used_at is null and expires_at > now() returning user_id`,
    (rows) => rows.length > 0
  )
