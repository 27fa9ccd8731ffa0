import { Effect } from "effect"
import { type Invitation, Invitations, MailedLinks, Members, People, Sessions } from "../../access/index.ts"
import { isPersonName, notAName } from "../../access/person-fields.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import type { Caller } from "../../request/caller.ts"
import type { Entrance } from "../../request/entrance.ts"
import { replyOf } from "../../request/handler.ts"
import { by, makeRecorded } from "./recorded.ts"

/** What somebody sees who was invited. */
export interface Invited {
  readonly organization: string
  readonly role: Invitation["role"]
  readonly email: string
  readonly invitedBy: string | null
  /** Whether they come as themselves already, have to sign in first, or choose a name and a password. */
  readonly as: "signed_in" | "known" | "new"
  /** Who is signed in instead, where it is somebody else. */
  readonly signedInAs: string | null
}

export interface Accepting {
  readonly token: string
  /** Of those who are new. */
  readonly name: string
  readonly password: string
}

const spent = () =>
  new NotFound({
    what: "This invitation",
    next: "It was accepted, withdrawn or has run out: ask whoever invited you for another."
  })

const notYou = (email: string) =>
  new ValidationError({
    fields: [{ path: "email", message: `the invitation is for ${email}: sign in as that` }]
  })

/** Accepting an invitation. The link proves that its mail was read; whoever has a password must be signed in, too. */
export const invitationEntrances = Effect.gen(function* () {
  const links = yield* MailedLinks
  const invitations = yield* Invitations
  const people = yield* People
  const members = yield* Members
  const sessions = yield* Sessions
  const recorded = yield* makeRecorded

  const find = (token: string) =>
    Effect.gen(function* () {
      const link = yield* links.invitation(token)
      const found = link === null ? null : yield* invitations.find(link.organization, link.invitation)
      return found ?? (yield* spent())
    })

  const standing = (email: string, caller: Caller | null) =>
    Effect.map(people.find({ email }), (person) => {
      const own = caller !== null && caller.userId === person?.id
      const as = own ? ("signed_in" as const) : person?.hasPassword ? ("known" as const) : ("new" as const)
      return { person, as }
    })

  return {
    page: (token: string): Entrance<Invited> => ({
      name: "people.invitation_page",
      admits: "anyone",
      run: ({ caller }) =>
        Effect.gen(function* () {
          const invitation = yield* find(token)
          const { as } = yield* standing(invitation.email, caller)
          const { email, invited_by: invitedBy, organization, role } = invitation
          const signedInAs = as === "signed_in" ? null : (caller?.email ?? null)
          return replyOf({ organization, role, email, invitedBy, as, signedInAs })
        })
    }),
    /** Answers the token of a new session for those who are new, else null. */
    accept: ({ name, password, token }: Accepting): Entrance<string | null> => ({
      name: "people.accept_invitation",
      admits: "anyone",
      success: 303,
      limit: { name: "accept_invitation", perMinute: 10 },
      run: ({ audit, caller, request }) =>
        Effect.gen(function* () {
          const { email, id, organization_id, slug } = yield* find(token)
          const { as, person: known } = yield* standing(email, caller)
          if (as === "known") return yield* notYou(email)
          if (known === null && !isPersonName(name)) return yield* notAName()
          const whose = known ?? { email, name: name.trim() }
          const kept = as === "new" ? yield* people.prepare(whose, password) : null
          return yield* recorded(
            { ...by(audit, whose), organization_id },
            303,
            Effect.gen(function* () {
              const role = yield* invitations.accept(organization_id, id)
              if (role === null) return yield* spent()
              // Somebody may have become known meanwhile, by an invitation of another organization.
              const person = known ?? (yield* people.add(whose)) ?? (yield* notYou(email))
              yield* invitations.acceptedBy(organization_id, id, person.id)
              yield* members.setRole({ id: organization_id, slug }, person.id, role)
              if (kept === null) return { output: null }
              yield* people.setPassword(person.id, kept)
              return { output: yield* sessions.open(person.id, request) }
            })
          )
        })
    })
  }
})
