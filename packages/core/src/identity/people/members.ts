import { Effect } from "effect"
import {
  type Invitation,
  Invitations,
  type MemberRow,
  Members,
  People,
  type Person,
  Sessions
} from "../../access/index.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import { administerChange, administerRead } from "../../pipeline/administer.ts"
import { isMember } from "../../request/endpoint.ts"
import { Mailer } from "../mail/mailer.ts"
import { makeEmailWriter } from "../mail/outbox.ts"
import { makeSecondFactors } from "./second-factors.ts"

export interface MembersAndInvitations {
  readonly members: ReadonlyArray<MemberRow>
  readonly invitations: ReadonlyArray<Invitation>
}

/** A day to choose the first password, an hour to choose another one. */
const linkMinutes = { first: 24 * 60, another: 60 }

const unknownPersonError = (email: string) =>
  new NotFound({ what: `The person ${email}`, next: "Check the email address." })

const emailTakenError = (email: string) =>
  new ValidationError({
    fields: [{ path: "email", message: `${email} is known already: invite them, or give them a role` }]
  })

/** Members and invitations of an organization, and people as the operator administers them. */
export const memberAdministration = Effect.gen(function* () {
  const people = yield* People
  const members = yield* Members
  const invitations = yield* Invitations
  const sessions = yield* Sessions
  const mailer = yield* Mailer
  const factors = yield* makeSecondFactors
  const { linkTo } = yield* makeEmailWriter

  const change: typeof administerChange = (name, work) => administerChange(name, work, mailer.ready)

  const findPerson = (email: string) =>
    Effect.flatMap(
      people.find({ email }),
      (person): Effect.Effect<Person, NotFound> =>
        person === null ? unknownPersonError(email) : Effect.succeed(person)
    )

  return {
    "people.list": administerRead("people.list", ({ organization: { id } }) =>
      Effect.all({ members: members.list(id), invitations: invitations.listOpen(id) })
    ),
    /** Returns the link for choosing a password. */
    "people.create": change("people.create", ({ organization }, { email, name, role }) =>
      Effect.gen(function* () {
        const person = (yield* people.add({ email, name: name.trim() })) ?? (yield* emailTakenError(email))
        yield* members.setRole(organization, person.id, role)
        return yield* linkTo("/reset-password", { user: person.id, linkMinutes: linkMinutes.first })
      })
    ),
    /** Returns the id of the email. */
    "people.invite": change(
      "people.invite",
      ({ caller, organization: { id: organization } }, { email, role }) =>
        Effect.gen(function* () {
          const invitedBy = caller?.userId ?? null
          const invitation = yield* invitations.create({ organization, email, role, invitedBy })
          return yield* mailer.enqueue(email, { kind: "invitation", organization, invitation })
        })
    ),
    /** Returns whether it was open. */
    "people.withdraw_invitation": change("people.withdraw_invitation", ({ organization }, { id }) =>
      invitations.withdraw(organization.id, id)
    ),
    /** Owners change the roles of members. Operators also add a person whom the service knows. */
    "people.role": change("people.role", (clearance, { email, role }) => {
      const { organization } = clearance
      return isMember(clearance)
        ? members.changeRole(organization.slug, email, role)
        : Effect.flatMap(findPerson(email), ({ id }) => members.setRole(organization, id, role))
    }),
    "people.remove": change("people.remove", ({ organization }, { email }) =>
      members.remove(organization.slug, email)
    ),
    "people.remove_everywhere": change("people.remove_everywhere", (_, { email }) =>
      Effect.flatMap(findPerson(email), ({ id }) => members.disable(id))
    ),
    /**
     * For a person who lost their authenticator app and their recovery codes. It also signs them out. Returns
     * whether there was a second factor.
     */
    "people.reset_second_factor": change("people.reset_second_factor", (_, { email }) =>
      Effect.flatMap(findPerson(email), ({ id }) => Effect.zipLeft(factors.remove(id), sessions.endAll(id)))
    ),
    /** Returns the link for choosing another password; until then the current one stays valid. */
    "people.reset_password_link": change("people.reset_password_link", (_, { email }) =>
      Effect.flatMap(findPerson(email), ({ id }) =>
        linkTo("/reset-password", { user: id, linkMinutes: linkMinutes.another })
      )
    )
  }
})
