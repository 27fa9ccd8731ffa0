import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"
import { hashSecret, secretKind } from "./secrets.ts"

/*
 * Time-based one-time passwords (RFC 6238) with the parameters that every authenticator app supports: HMAC-SHA-1,
 * 6 digits, 30 seconds.
 */
const digits = 6
const stepSeconds = 30

/** Codes of the step before and after count too: clocks differ, and typing takes time. */
const tolerance = 1

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const toBase32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("")
}

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A new shared secret of 160 bits in base32, as authenticator apps take it. */
export const newTotpSecret = (): string => toBase32(randomBytes(20))

/** A recovery code of 80 bits, in groups of four. */
export const newRecoveryCode = (): string => toBase32(randomBytes(10)).match(/.{4}/g)!.join("-")

/** The form in which typed codes are compared: without spaces and dashes, in capitals. */
export const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, "").toUpperCase()

/** Whether a normalized code has the form of a one-time password; any other is a recovery code. */
export const isOneTimePassword = (code: string): boolean => /^\d{6}$/.test(code)

const stepAt = (instant: number): number => Math.floor(instant / 1000 / stepSeconds)

const codeOf = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0")
}

/** The one-time password of a secret at an instant, in milliseconds. */
export const totpCode = (secret: string, instant: number): string =>
  codeOf(fromBase32(secret), stepAt(instant))

/**
 * Returns the time step that a code belongs to, or null if the code is wrong. A step that was used before, or an
 * earlier one, is never accepted again: a code that somebody watched is worthless.
 */
export const matchingStep = (
  secret: string,
  code: string,
  instant: number,
  lastStep: number
): number | null => {
  const key = fromBase32(secret)
  const now = stepAt(instant)
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, n) => now - tolerance + n)
  const found = steps.filter((step) => timingSafeEqual(Buffer.from(codeOf(key, step)), Buffer.from(code)))
  return found.find((step) => step > lastStep) ?? null
}

/** The address that an authenticator app reads from the QR code. */
export const otpauthUri = (secret: string, email: string): string => {
  const issuer = "Adwarden"
  const parameters = new URLSearchParams({ secret, issuer })
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${parameters}`
}

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
