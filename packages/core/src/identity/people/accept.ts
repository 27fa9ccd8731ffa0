import { Effect } from "effect"
import { type Invitation, Invitations, MailedLinks, Members, People } from "../../access/index.ts"
import { invalidNameError } from "../../access/people.ts"
import { isPersonName, NotFound, ValidationError } from "../../contract/index.ts"
import type { Caller } from "../../request/caller.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { makeAuditedTransaction, withPersonActor } from "./audited-transaction.ts"
import { makeSessionOpening, type SignedIn } from "./sign-in.ts"

/** The invitation page's details. */
export interface InvitationDetails {
  readonly organization: string
  readonly role: Invitation["role"]
  readonly email: string
  readonly invitedBy: string | null
  /** Whether the invitee is signed in, must sign in first, or is new and chooses a name and a password. */
  readonly inviteeState: "signed_in" | "known" | "new"
  /** The email of another signed-in person, if there is one. */
  readonly signedInAs: string | null
}

export interface InvitationAcceptance {
  readonly token: string
  /** Only for new people. */
  readonly name: string
  readonly password: string
}

const invitationExpiredError = () =>
  new NotFound({
    what: "This invitation",
    next: "It was accepted, withdrawn or has expired. Ask the person who invited you for a new one."
  })

const wrongPersonError = (email: string) =>
  new ValidationError({
    fields: [{ path: "email", message: `the invitation is for ${email}: sign in with that email` }]
  })

/**
 * The endpoints for accepting an invitation. The link proves that its email was read; a person with a
 * password must also be signed in.
 */
export const invitationEndpoints = Effect.gen(function* () {
  const links = yield* MailedLinks
  const invitations = yield* Invitations
  const people = yield* People
  const members = yield* Members
  const openSession = yield* makeSessionOpening
  const auditedTransaction = yield* makeAuditedTransaction

  const find = (token: string) =>
    Effect.gen(function* () {
      const link = yield* links.invitation(token)
      const found = link === null ? null : yield* invitations.find(link.organization, link.invitation)
      return found ?? (yield* invitationExpiredError())
    })

  const inviteeOf = (email: string, caller: Caller | null) =>
    Effect.map(people.find({ email }), (person) => {
      const isCaller = caller !== null && caller.userId === person?.id
      const inviteeState = isCaller
        ? ("signed_in" as const)
        : person?.hasPassword
          ? ("known" as const)
          : ("new" as const)
      return { person, inviteeState }
    })

  return {
    page: (token: string): Endpoint<InvitationDetails> => ({
      name: "people.invitation_page",
      admits: "anyone",
      run: ({ caller }) =>
        Effect.gen(function* () {
          const invitation = yield* find(token)
          const { inviteeState } = yield* inviteeOf(invitation.email, caller)
          const { email, invited_by: invitedBy, organization, role } = invitation
          const signedInAs = inviteeState === "signed_in" ? null : (caller?.email ?? null)
          return respondWith({ organization, role, email, invitedBy, inviteeState, signedInAs })
        })
    }),
    /** Returns how a new person is signed in, otherwise null. */
    accept: ({ name, password, token }: InvitationAcceptance): Endpoint<SignedIn | null> => ({
      name: "people.accept_invitation",
      admits: "anyone",
      successStatus: 303,
      limit: { name: "accept_invitation", perMinute: 10 },
      run: ({ audit, caller, request }) =>
        Effect.gen(function* () {
          const { email, id, organization_id, slug } = yield* find(token)
          const { inviteeState, person: existing } = yield* inviteeOf(email, caller)
          if (inviteeState === "known") {
            // The invitation itself can have made the person known, in a request that was faster.
            yield* find(token)
            return yield* wrongPersonError(email)
          }
          if (existing === null && !isPersonName(name)) return yield* invalidNameError()
          const invitee = existing ?? { email, name: name.trim() }
          const hashed = inviteeState === "new" ? yield* people.hashNewPassword(invitee, password) : null
          return yield* auditedTransaction(
            { ...withPersonActor(audit, invitee), organization_id },
            303,
            Effect.gen(function* () {
              const role = yield* invitations.accept(organization_id, id)
              if (role === null) return yield* invitationExpiredError()
              // The person can have joined meanwhile, through another organization's invitation.
              const person = existing ?? (yield* people.add(invitee)) ?? (yield* wrongPersonError(email))
              yield* invitations.setAcceptedBy(organization_id, id, person.id)
              yield* members.setRole({ id: organization_id, slug }, person.id, role)
              if (hashed === null) return { output: null }
              yield* people.setPassword(person.id, hashed)
              return { output: yield* openSession(person, request) }
            })
          )
        })
    })
  }
})
