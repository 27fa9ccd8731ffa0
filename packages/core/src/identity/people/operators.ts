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
import { findMember } from "../../access/membership.ts"
import { invalidEmailError, invalidNameError, isEmail, isPersonName } from "../../access/people.ts"
import { NotFound, type Role, RoleDenied, ValidationError } from "../../contract/index.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorClearance } from "../../request/clearance.ts"
import {
  type Endpoint,
  type OwnerOrOperator,
  type OwnerOrOperatorClearance,
  ownerOrOperatorEndpoint
} from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { Mailer } from "../mail/mailer.ts"
import { makeEmailWriter } from "../mail/outbox.ts"
import { makeAuditedTransaction } from "./audited-transaction.ts"
import { makeSecondFactors } from "./second-factors.ts"

export interface MembersAndInvitations {
  readonly members: ReadonlyArray<MemberRow>
  readonly invitations: ReadonlyArray<Invitation>
}

export interface NewPerson {
  readonly email: string
  readonly name: string
  readonly role: Role
}

/** A day to choose the first password, an hour to choose another one. */
const linkMinutes = { first: 24 * 60, another: 60 }

const unknownPersonError = (email: string) =>
  new NotFound({ what: `The person ${email}`, next: "Check the email address." })

const emailTakenError = (email: string) =>
  new ValidationError({
    fields: [{ path: "email", message: `${email} is known already: invite them, or give them a role` }]
  })

/** For what gives people access or a role. */
const confirmed = { needsConfirmation: true } as const

/**
 * The operators' endpoints for people: without a person, or on behalf of an owner, because owners decide who
 * belongs to an organization.
 */
export const peopleEndpoints = Effect.gen(function* () {
  const people = yield* People
  const members = yield* Members
  const invitations = yield* Invitations
  const sessions = yield* Sessions
  const mailer = yield* Mailer
  const factors = yield* makeSecondFactors
  const { linkTo } = yield* makeEmailWriter
  const auditedTransaction = yield* makeAuditedTransaction

  const withoutOrganization = (name: string) =>
    ({ name: `people.${name}`, admits: "operators", organization: null }) as const

  const ownerOf = ({ caller, organization }: OwnerOrOperatorClearance) =>
    caller === null
      ? Effect.succeed(null)
      : Effect.flatMap(findMember(organization.slug, caller.email), ({ role, user_id }) =>
          role === "owner" ? Effect.succeed(user_id) : new RoleDenied({ required_role: "owner" })
        )

  /** A change in an organization, by one of its owners or by the operator alone. */
  const change =
    <A, E>(work: (organization: OrganizationFacts, owner: number | null) => Effect.Effect<A, E>) =>
    (clearance: OwnerOrOperatorClearance) =>
      auditedTransaction(
        clearance.audit,
        200,
        Effect.flatMap(ownerOf(clearance), (owner) =>
          Effect.map(work(clearance.organization, owner), (output) => ({ output }))
        )
      )

  const changePerson =
    <A, E>(email: string, work: (person: Person) => Effect.Effect<A, E>) =>
    ({ audit }: OperatorClearance<null>) =>
      auditedTransaction(
        audit,
        200,
        Effect.map(Effect.flatMap(findPerson(email), work), (output) => ({ output }))
      )

  const findPerson = (email: string) =>
    Effect.flatMap(
      people.find({ email }),
      (person): Effect.Effect<Person, NotFound> =>
        person === null ? unknownPersonError(email) : Effect.succeed(person)
    )

  return {
    list: (organization: string): Endpoint<MembersAndInvitations> =>
      ownerOrOperatorEndpoint("operator", "people.list", organization, ({ organization: { id } }) =>
        Effect.map(
          Effect.all({ members: members.list(id), invitations: invitations.listOpen(id) }),
          respondWith
        )
      ),
    /** Returns the link for choosing a password. */
    create: (slug: string, { email, name, role }: NewPerson): Endpoint<string> =>
      ownerOrOperatorEndpoint(
        "operator",
        "people.create",
        slug,
        change((organization) =>
          Effect.gen(function* () {
            if (!isEmail(email)) return yield* invalidEmailError()
            if (!isPersonName(name)) return yield* invalidNameError()
            const person =
              (yield* people.add({ email, name: name.trim() })) ?? (yield* emailTakenError(email))
            yield* members.setRole(organization, person.id, role)
            return yield* linkTo("/reset-password", { user: person.id, linkMinutes: linkMinutes.first })
          })
        )
      ),
    /** Returns the id of the email. */
    invite: (slug: string, email: string, role: Role, by: OwnerOrOperator = "operator"): Endpoint<number> =>
      ownerOrOperatorEndpoint(
        by,
        "people.invite",
        slug,
        change(({ id: organization }, invitedBy) =>
          Effect.gen(function* () {
            if (!isEmail(email)) return yield* invalidEmailError()
            const invitation = yield* invitations.create({ organization, email, role, invitedBy })
            return yield* mailer.enqueue(email, { kind: "invitation", organization, invitation })
          })
        ),
        confirmed
      ),
    withdrawInvitation: (slug: string, id: number, by: OwnerOrOperator): Endpoint<boolean> =>
      ownerOrOperatorEndpoint(
        by,
        "people.withdraw_invitation",
        slug,
        change((organization) => invitations.withdraw(organization.id, id))
      ),
    /** Owners change the roles of members. Operators also add a person whom the service knows. */
    role: (slug: string, email: string, role: Role, by: OwnerOrOperator = "operator"): Endpoint<void> =>
      ownerOrOperatorEndpoint(
        by,
        "people.role",
        slug,
        change((organization) =>
          by === "owner"
            ? members.changeRole(slug, email, role)
            : Effect.flatMap(findPerson(email), ({ id }) => members.setRole(organization, id, role))
        ),
        confirmed
      ),
    remove: (slug: string, email: string, by: OwnerOrOperator = "operator"): Endpoint<void> =>
      ownerOrOperatorEndpoint(
        by,
        "people.remove",
        slug,
        change(() => members.remove(slug, email))
      ),
    removeEverywhere: (email: string): Endpoint<void> => ({
      ...withoutOrganization("remove_everywhere"),
      run: changePerson(email, ({ id }) => members.disable(id))
    }),
    /**
     * For a person who lost their authenticator app and their recovery codes. It also signs them out. Returns
     * whether there was a second factor.
     */
    resetSecondFactor: (email: string): Endpoint<boolean> => ({
      ...withoutOrganization("reset_second_factor"),
      run: changePerson(email, ({ id }) => Effect.zipLeft(factors.remove(id), sessions.endAll(id)))
    }),
    /** Returns the link for choosing another password; until then the current one stays valid. */
    resetPassword: (email: string): Endpoint<string> => ({
      ...withoutOrganization("reset_password_link"),
      run: changePerson(email, ({ id }) =>
        linkTo("/reset-password", { user: id, linkMinutes: linkMinutes.another })
      )
    })
  }
})
