import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import {
  type Invitation,
  Invitations,
  type MemberRow,
  Members,
  People,
  type Person
} from "../../access/index.ts"
import { findMember } from "../../access/membership.ts"
import { isEmail, isPersonName, notAName, notAnEmail } from "../../access/person-fields.ts"
import { NotFound, type Role, RoleDenied, ValidationError } from "../../contract/index.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorEntry } from "../../request/clearance.ts"
import type { Entrance } from "../../request/entrance.ts"
import { replyOf } from "../../request/handler.ts"
import { Mailer } from "../mail/mailer.ts"
import { makeWrite } from "../mail/write.ts"
import { makeRecorded } from "./recorded.ts"

export interface Listed {
  readonly members: ReadonlyArray<MemberRow>
  readonly invitations: ReadonlyArray<Invitation>
}

export interface NewPerson {
  readonly email: string
  readonly name: string
  readonly role: Role
}

type Entered = OperatorEntry<OrganizationFacts>

/** A day to choose the first password, an hour for another one. */
const minutes = { first: 24 * 60, another: 60 }

const unknown = (email: string) =>
  new NotFound({ what: `The person ${email}`, next: "Check the e-mail address." })

const taken = (email: string) =>
  new ValidationError({
    fields: [{ path: "email", message: `${email} is known already: invite them, or give them a role` }]
  })

/**
 * What operators do for people: in nobody's name, or in that of an owner, since who belongs to an organization is its
 * owners' to say.
 */
export const peopleEntrances = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const people = yield* People
  const members = yield* Members
  const invitations = yield* Invitations
  const mailer = yield* Mailer
  const { linkTo } = yield* makeWrite
  const recorded = yield* makeRecorded

  const within = (name: string, organization: string) =>
    ({ name: `people.${name}`, admits: "operators", organization }) as const
  const anywhere = (name: string) =>
    ({ name: `people.${name}`, admits: "operators", organization: null }) as const

  const ownerOf = ({ caller, organization }: Entered) =>
    caller === null
      ? Effect.succeed(null)
      : Effect.flatMap(findMember(organization.slug, caller.email), ({ role, user_id }) =>
          role === "owner" ? Effect.succeed(user_id) : new RoleDenied({ required_role: "owner" })
        ).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  /** In an organization, by one of its owners or by nobody but the operator. */
  const change =
    <A, E>(work: (organization: OrganizationFacts, owner: number | null) => Effect.Effect<A, E>) =>
    (entry: Entered) =>
      recorded(
        entry.audit,
        200,
        Effect.flatMap(ownerOf(entry), (owner) =>
          Effect.map(work(entry.organization, owner), (output) => ({ output }))
        )
      )

  const changeOf =
    <A, E>(email: string, work: (person: Person) => Effect.Effect<A, E>) =>
    ({ audit }: OperatorEntry<null>) =>
      recorded(
        audit,
        200,
        Effect.map(Effect.flatMap(known(email), work), (output) => ({ output }))
      )

  const known = (email: string) =>
    Effect.flatMap(
      people.find({ email }),
      (person): Effect.Effect<Person, NotFound> => (person === null ? unknown(email) : Effect.succeed(person))
    )

  return {
    list: (organization: string): Entrance<Listed> => ({
      ...within("list", organization),
      run: ({ organization: { id } }: Entered) =>
        Effect.map(Effect.all({ members: members.list(id), invitations: invitations.open(id) }), replyOf)
    }),
    /** Answers the address at which they choose their password. */
    create: (slug: string, { email, name, role }: NewPerson): Entrance<string> => ({
      ...within("create", slug),
      run: change((organization) =>
        Effect.gen(function* () {
          if (!isEmail(email)) return yield* notAnEmail()
          if (!isPersonName(name)) return yield* notAName()
          const person = (yield* people.add({ email, name: name.trim() })) ?? (yield* taken(email))
          yield* members.setRole(organization, person.id, role)
          return yield* linkTo("/reset-password", { user: person.id, minutes: minutes.first })
        })
      )
    }),
    /** Answers the id of the mail. */
    invite: (slug: string, email: string, role: Role): Entrance<number> => ({
      ...within("invite", slug),
      run: change(({ id: organization }, invitedBy) =>
        Effect.gen(function* () {
          if (!isEmail(email)) return yield* notAnEmail()
          const invitation = yield* invitations.make({ organization, email, role, invitedBy })
          return yield* mailer.post(email, { kind: "invitation", organization, invitation })
        })
      )
    }),
    role: (slug: string, email: string, role: Role): Entrance<void> => ({
      ...within("role", slug),
      run: change((organization) =>
        Effect.flatMap(known(email), ({ id }) => members.setRole(organization, id, role))
      )
    }),
    remove: (slug: string, email: string): Entrance<void> => ({
      ...within("remove", slug),
      run: change(() => members.remove(slug, email))
    }),
    removeEverywhere: (email: string): Entrance<void> => ({
      ...anywhere("remove_everywhere"),
      run: changeOf(email, ({ id }) => members.disable(id))
    }),
    /** Answers the address at which they choose another password; until then the present one works. */
    resetPassword: (email: string): Entrance<string> => ({
      ...anywhere("reset_password_link"),
      run: changeOf(email, ({ id }) => linkTo("/reset-password", { user: id, minutes: minutes.another }))
    })
  }
})
