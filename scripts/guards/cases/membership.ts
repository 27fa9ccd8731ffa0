import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const members = patchesIn("packages/core/src/access/members.ts")
const membership = patchesIn("packages/core/src/access/membership.ts")
const operators = patchesIn("packages/core/src/identity/people/operators.ts")
const rules = patchesIn("packages/core/src/access/security-rules.ts")
const recognise = patchesIn("packages/core/src/access/recognise.ts")
const factors = patchesIn("packages/core/src/identity/people/second-factors.ts")
const oauth = patchesIn("packages/core/src/identity/oauth-endpoints.ts")
const emailAddress = patchesIn("packages/core/src/identity/people/email-address.ts")
const underLock = patchesIn("packages/core/src/changes/under-lock.ts")
const organizationsOf = patchesIn("packages/core/src/access/organizations.ts")
const webhooks = patchesIn("packages/core/src/identity/webhook/endpoints.ts")
const connect = patchesIn("packages/core/src/organizations/accounts/connect.ts")
const accounts = patchesIn("packages/core/src/organizations/accounts/index.ts")
const passwords = patchesIn("packages/core/src/identity/people/passwords.ts")

const membersOnly = testsIn("packages/core/test/identity/members-only.test.ts")
const factorAccess = testsIn("packages/core/test/access/second-factor-access.test.ts")
const confirmations = testsIn("packages/core/test/identity/confirmations.test.ts")
const ownRise = testsIn("packages/core/test/changes/own-rise.test.ts")
const pages = testsIn("packages/web/test/dashboard/pages.test.ts")
const secondFactor = testsIn("packages/web/test/second-factor.test.ts")
const confirmation = testsIn("packages/web/test/dashboard/confirmation.test.ts")

export const membershipGuards: GuardGroup = {
  title: "Roles, required second factors and confirmations",
  guards: [
    {
      name: "role-without-invitation",
      attack: "An owner adds a stranger to the organization and reads when they last signed in",
      defence: "owners give roles to members alone; everybody else is invited",
      patches: [operators(`by === "owner"`, `by === "owner" && email === ""`)],
      provingTests: [
        membersOnly("%s members alone, and learns of nobody else who has an account", "gives a role to"),
        pages("are the only people who are given roles or removed, and others are not told apart")
      ]
    },
    {
      name: "addresses-told-apart",
      attack: "An owner finds out which addresses have an account",
      defence: "a person who is no member and an unknown address get the same answer",
      patches: [
        membership(
          "if (person === undefined) return yield* notAMemberError(organization, email)",
          "if (person === undefined) return yield* new NotFound({ what: email })"
        )
      ],
      provingTests: [
        membersOnly("%s members alone, and learns of nobody else who has an account", "removes"),
        pages("are the only people who are given roles or removed, and others are not told apart")
      ]
    },
    {
      name: "invitation-outlives-its-owner",
      attack: "An owner invites an accomplice, and the invitation is accepted after the owner was removed",
      defence: "demoting, removing or disabling a person withdraws their open invitations",
      patches: [members("where invited_by = ${user} and", "where false and invited_by = ${user} and")],
      provingTests: [
        membersOnly("of an owner who %s are withdrawn there, and no others", "is demoted"),
        membersOnly("of an owner who %s are withdrawn there, and no others", "is removed"),
        membersOnly("of an owner who %s are withdrawn there, and no others", "leaves"),
        membersOnly("of an owner who %s are withdrawn in every organization", "is removed everywhere"),
        membersOnly("of an owner who %s are withdrawn in every organization", "deletes their account")
      ]
    },
    {
      name: "no-second-factor-at-access",
      attack:
        "A person signs in before they join, or before the rule, and has access without a second factor",
      defence: "each request to an organization that requires one checks that its person has one",
      patches: [rules(`caller.kind === "person" && !caller.secondFactor`, "false")],
      provingTests: [
        factorAccess("closes to %s who is signed in when an owner turns the rule on", "mia@northwind.test"),
        factorAccess("closes to %s who is signed in when an owner turns the rule on", "ada@adops.test"),
        factorAccess(
          "stays closed to a signed-in person who joins later, and leaves their other organizations open"
        ),
        secondFactor("can neither send its forms nor download from it")
      ]
    },
    {
      name: "second-factor-only-begun",
      attack: "A person begins to set up a second factor, enters no code, and has access",
      defence: "only a second factor whose first code was entered counts",
      patches: [
        recognise(
          "f.user_id = u.id and f.enabled_at is not null) as second_factor",
          "f.user_id = u.id) as second_factor"
        )
      ],
      provingTests: [
        factorAccess("closes to %s who is signed in when an owner turns the rule on", "mia@northwind.test"),
        factorAccess("closes to %s who is signed in when an owner turns the rule on", "ada@adops.test")
      ]
    },
    {
      name: "no-second-factor-on-own-pages",
      attack:
        "A person without the required second factor reads budgets and pending changes on their own pages",
      defence: "those pages skip organizations that the person cannot open",
      patches: [organizationsOf("o.second_factor_required and not exists (", "false and not exists (")],
      provingTests: [factorAccess("shows nothing of itself on the person's own pages")]
    },
    {
      name: "app-instead-of-second-factor",
      attack: "A person without the required second factor connects an app that acts in the organization",
      defence: "the consent checks it for all organizations of the person",
      patches: [oauth("if (closed !== undefined) return", "if (closed === null) return")],
      provingTests: [
        factorAccess("lets no app be connected by a person who cannot open it, who can still decline"),
        secondFactor("connects no app, and is told why")
      ]
    },
    {
      name: "session-before-the-second-factor",
      attack: "A stolen session gains access when its person sets up a second factor elsewhere",
      defence: "setting one up ends all other sessions",
      patches: [factors("yield* sessions.endAll(user, session)", "yield* Effect.void")],
      provingTests: [
        secondFactor("opens it in the same session once it is set up, and every other session of theirs ends")
      ]
    },
    {
      name: "unconfirmed-invitation",
      attack: "Somebody at an unlocked screen invites an accomplice or raises a role",
      defence: "both need a password that was entered lately",
      patches: [
        operators("const confirmed = { needsConfirmation: true } as const", "const confirmed = {} as const")
      ],
      provingTests: [
        confirmations("%s is refused", "inviting"),
        confirmations("%s is refused", "a higher role"),
        confirmation(
          "asks for it before people are invited or given a role, a webhook is set or an account is connected"
        )
      ]
    },
    {
      name: "unconfirmed-webhook",
      attack: "Somebody at an unlocked screen sends the organization's notices to their own address",
      defence: "setting a webhook needs a password that was entered lately",
      patches: [webhooks("),\n      needsConfirmation: true", ")")],
      provingTests: [confirmations("%s is refused", "a webhook")]
    },
    {
      name: "unconfirmed-connection",
      attack: "Somebody at an unlocked screen connects an ad account",
      defence: "beginning a consent and linking an account need a password that was entered lately",
      patches: [
        connect("needsConfirmation: true,\n      run", "run"),
        accounts("const confirmed = { needsConfirmation: true } as const", "const confirmed = {} as const")
      ],
      provingTests: [
        confirmations("%s is refused", "connecting a login"),
        confirmations("%s is refused", "linking an ad account")
      ]
    },
    {
      name: "unconfirmed-rise",
      attack: "Somebody at an unlocked screen raises budgets without anybody's approval",
      defence:
        "a person's own rise above the owner's amount needs a recent confirmation, checked under the lock",
      patches: [
        underLock(
          "if (approved === undefined) yield* checkOwnRise(request.clearance, planned)",
          "if (approved === null) yield* checkOwnRise(request.clearance, planned)"
        )
      ],
      provingTests: [
        ownRise("needs a recent confirmation, and changes nothing without one"),
        ownRise("includes going live, with all of the budget, and undoing a lower budget"),
        confirmation("asks for it before a person's own change raises spend above the owner's amount"),
        confirmation("asks for it before the goal of an outdated request is made one's own")
      ]
    },
    {
      name: "guessed-password-on-another-form",
      attack: "Somebody with a stolen session guesses the password on the form that changes it",
      defence: "all forms that ask for the own password share one limit",
      patches: [
        passwords(
          `{ name: "change_password", perMinute: 5 }, passwordAttempts]`,
          `{ name: "change_password", perMinute: 5 }, ...[passwordAttempts].slice(1)]`
        )
      ],
      provingTests: [confirmation("limits attempts together with those at the form of a new password")]
    },
    {
      name: "session-after-a-new-address",
      attack: "Somebody with a stolen session stays signed in after the person changed their address",
      defence: "a new address ends all other sessions",
      patches: [emailAddress("yield* sessions.endAll(caller.userId, session)", "yield* Effect.void")],
      provingTests: [
        pages("changes by a link at the new address, for its person alone, and the old one gets a notice")
      ]
    }
  ]
}
