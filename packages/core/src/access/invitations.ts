import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { limits, type Role } from "../contract/index.ts"

/** How long an invitation is valid. */
const lifetime = `interval '${limits.invitationDays} days'`

export interface Invitation {
  readonly id: number
  readonly organization_id: number
  readonly slug: string
  readonly organization: string
  readonly email: string
  readonly role: Role
  readonly invited_by: string | null
  readonly created_at: string
  readonly expires_at: string
}

interface NewInvitation {
  readonly organization: number
  readonly email: string
  readonly role: Role
  readonly invitedBy: number | null
}

export interface InvitationsShape {
  /** Each address has one invitation per organization. A new invitation replaces the earlier one. */
  readonly create: (invitation: NewInvitation) => Effect.Effect<number, SqlError>
  /** The invitations that can still be accepted. */
  readonly listOpen: (organization: number) => Effect.Effect<ReadonlyArray<Invitation>, SqlError>
  readonly find: (organization: number, id: number) => Effect.Effect<Invitation | null, SqlError>
  /** The first acceptance uses it up. Returns null if there is nothing left to accept. */
  readonly accept: (organization: number, id: number) => Effect.Effect<Role | null, SqlError>
  /** Withdraws an open invitation. Returns whether there was one. */
  readonly withdraw: (organization: number, id: number) => Effect.Effect<boolean, SqlError>
  readonly setAcceptedBy: (organization: number, id: number, user: number) => Effect.Effect<void, SqlError>
}

const make: Effect.Effect<InvitationsShape, never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql) => {
    const acceptable = sql.literal(
      "i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()"
    )
    const findOpen = (organization: number) => sql<Invitation>`
      select i.id, i.organization_id, o.slug, o.name as organization, i.email, i.role,
        coalesce(u.name, u.email) as invited_by, i.created_at, i.expires_at
      from invitations i
      join organizations o on o.id = i.organization_id
      left join users u on u.id = i.invited_by
      where i.organization_id = ${organization} and ${acceptable}
      order by i.id`
    return {
      create: ({ email, invitedBy, organization, role }) =>
        sql
          .withTransaction(
            Effect.zipRight(
              sql`update invitations set withdrawn_at = now()
                where organization_id = ${organization} and lower(email) = lower(${email})
                  and accepted_at is null and withdrawn_at is null`,
              sql<{ id: number }>`
                insert into invitations (organization_id, email, role, invited_by, expires_at)
                values (${organization}, ${email}, ${role}, ${invitedBy}, now() + ${sql.literal(lifetime)})
                returning id`
            )
          )
          .pipe(
            Effect.map(([row]) => row!.id),
            Effect.withSpan("Invitations.create")
          ),
      listOpen: findOpen,
      find: (organization, id) =>
        Effect.map(findOpen(organization), (rows) => rows.find((row) => row.id === id) ?? null),
      withdraw: (organization, id) =>
        Effect.map(
          sql`update invitations i set withdrawn_at = now()
            where i.organization_id = ${organization} and i.id = ${id} and ${acceptable} returning 1`,
          (rows) => rows.length > 0
        ),
      setAcceptedBy: (organization, id, user) =>
        Effect.asVoid(
          sql`update invitations set accepted_by = ${user} where organization_id = ${organization} and id = ${id}`
        ),
      accept: (organization, id) =>
        Effect.map(
          sql<{ role: Role }>`
            update invitations i set accepted_at = now()
            where i.organization_id = ${organization} and i.id = ${id} and ${acceptable}
            returning i.role`,
          ([row]) => row?.role ?? null
        ).pipe(Effect.withSpan("Invitations.accept"))
    }
  }
)

/** Invitations to organizations. */
export class Invitations extends Context.Tag("@adwarden/Invitations")<Invitations, InvitationsShape>() {
  static readonly layer: Layer.Layer<Invitations, never, SqlClient.SqlClient> = Layer.effect(
    Invitations,
    make
  )
}
