import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { hashSecret, secretKind } from "./secrets.ts"

const tokens = secretKind("svc_ml_")

/**
 * The purpose of a link: accept an invitation, choose a password without knowing the current one, or confirm a
 * new email address.
 */
export type LinkTarget =
  | { readonly invitation: number; readonly organization: number }
  | { readonly user: number; readonly linkMinutes: number; readonly newEmail?: string }

export interface MailedLinksShape {
  /** Creates a link just before its email is sent or an operator views it. Only a hash is stored. */
  readonly mint: (target: LinkTarget) => Effect.Effect<string, SqlError>
  readonly invitation: (
    token: string
  ) => Effect.Effect<{ readonly invitation: number; readonly organization: number } | null, SqlError>
  /** The person who can choose a password with this link. */
  readonly person: (token: string) => Effect.Effect<number | null, SqlError>
  /** The address that this person confirms with this link. */
  readonly newEmail: (token: string, user: number) => Effect.Effect<string | null, SqlError>
  /** Returns the same person and uses up all of their links. A second attempt fails. */
  readonly redeem: (token: string) => Effect.Effect<number | null, SqlError>
}

const make: Effect.Effect<MailedLinksShape, never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql) => {
    const live = sql.literal("used_at is null and expires_at > now()")
    return {
      mint: (target) => {
        const token = tokens.make()
        const hash = hashSecret(token)
        const insert =
          "user" in target
            ? sql`insert into mailed_links (token_hash, user_id, new_email, expires_at)
                values (${hash}, ${target.user}, ${target.newEmail ?? null},
                  now() + ${target.linkMinutes}::integer * interval '1 minute')`
            : sql`insert into mailed_links (token_hash, organization_id, invitation_id, expires_at)
                select ${hash}, organization_id, id, expires_at from invitations
                where organization_id = ${target.organization} and id = ${target.invitation}`
        return Effect.as(insert, token).pipe(Effect.withSpan("MailedLinks.mint"))
      },
      invitation: (token) =>
        tokens.is(token)
          ? Effect.map(
              sql<{ invitation: number; organization: number }>`
                select invitation_id as invitation, organization_id as organization from mailed_links
                where token_hash = ${hashSecret(token)} and invitation_id is not null and ${live}`,
              ([row]) => row ?? null
            )
          : Effect.succeed(null),
      person: (token) =>
        tokens.is(token)
          ? Effect.map(
              sql<{ user_id: number }>`select user_id from mailed_links
                where token_hash = ${hashSecret(token)} and user_id is not null and new_email is null and ${live}`,
              ([row]) => row?.user_id ?? null
            )
          : Effect.succeed(null),
      newEmail: (token, user) =>
        tokens.is(token)
          ? Effect.map(
              sql<{ new_email: string | null }>`select new_email from mailed_links
                where token_hash = ${hashSecret(token)} and user_id = ${user} and ${live}`,
              ([row]) => row?.new_email ?? null
            )
          : Effect.succeed(null),
      redeem: (token) =>
        Effect.gen(function* () {
          if (!tokens.is(token)) return null
          const [row] = yield* sql<{ user_id: number }>`
            update mailed_links set used_at = now()
            where token_hash = ${hashSecret(token)} and user_id is not null and new_email is null and ${live}
            returning user_id`
          if (row === undefined) return null
          yield* sql`update mailed_links set used_at = now() where user_id = ${row.user_id} and used_at is null`
          return row.user_id
        }).pipe(Effect.withSpan("MailedLinks.redeem"))
    }
  }
)

/** Links that prove that a person reads their email. */
export class MailedLinks extends Context.Tag("@adwarden/MailedLinks")<MailedLinks, MailedLinksShape>() {
  static readonly layer: Layer.Layer<MailedLinks, never, SqlClient.SqlClient> = Layer.effect(
    MailedLinks,
    make
  )
}
