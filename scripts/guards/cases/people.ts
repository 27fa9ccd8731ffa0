import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const suspension = patchesIn("packages/core/src/access/suspension.ts")
const runEndpoint = patchesIn("packages/core/src/pipeline/run-endpoint.ts")
const totp = patchesIn("packages/core/src/access/totp.ts")
const factorRows = patchesIn("packages/core/src/access/second-factors.ts")
const passwords = patchesIn("packages/core/src/identity/people/passwords.ts")
const steps = patchesIn("packages/core/src/identity/people/sign-in-steps.ts")

const suspended = testsIn("packages/core/test/access/suspension.test.ts")
const secondFactor = testsIn("packages/web/test/second-factor.test.ts")
const confirmation = testsIn("packages/web/test/dashboard/confirmation.test.ts")

export const peopleGuards: GuardGroup = {
  title: "People's access",
  guards: [
    {
      name: "suspended-access",
      attack: "A key or app keeps writing after an owner suspended all of them",
      defence: "every request and every write under the lock reads the suspension",
      patches: [suspension(`suspended && caller.kind !== "person"`, "suspended && false")],
      provingTests: [
        suspended(
          "refuses every operation of every key at once, with a message that says where the suspension ends"
        ),
        suspended(
          "refuses connected apps there and nowhere else, before and after a refresh, on REST and MCP"
        ),
        suspended("refuses a write that was authenticated before and has not committed")
      ]
    },
    {
      name: "unconfirmed-session",
      attack: "Somebody at an unlocked screen creates a key",
      defence: "the endpoint needs a password that was entered lately",
      patches: [runEndpoint("needsConfirmation === true ?", "needsConfirmation === undefined ?")],
      provingTests: [
        confirmation(
          "asks for the password before a key is created, keeps the form, and asks again only after 10 minutes"
        )
      ]
    },
    {
      name: "code-of-the-app-again",
      attack: "Somebody who watched a code enters it again",
      defence: "no code of the last accepted time step or before counts",
      patches: [
        totp("found.find((step) => step > lastStep) ?? null", "found[0] ?? null"),
        factorRows("and last_step < ${step} returning", "returning")
      ],
      provingTests: [
        secondFactor(
          "then a password alone opens no session, and a code opens one and leads to where the person wanted to go"
        )
      ]
    },
    {
      name: "recovery-code-again",
      attack: "A recovery code is used twice",
      defence: "using it marks it",
      patches: [
        factorRows("and hash = ${hash} and used_at is null returning", "and hash = ${hash} returning")
      ],
      provingTests: [secondFactor("accepts each recovery code once, in any spelling")]
    },
    {
      name: "reset-without-second-factor",
      attack: "Somebody who reads a person's email resets the password and is signed in",
      defence: "a reset link leads to the same second step as a password",
      patches: [
        passwords(
          "open: openSession(person, request)",
          "open: Effect.map(sessions.open(person.id, request), (session) => ({ session }))"
        )
      ],
      provingTests: [
        secondFactor(
          "is asked for after a password reset and confirms sensitive actions, and an operator can reset it"
        )
      ]
    },
    {
      name: "guessed-code",
      attack: "Somebody who knows the password guesses codes in many sign-ins",
      defence: "attempts are limited for the person",
      patches: [steps("...(person === null ? [] : [", "...(person === null || person.id > 0 ? [] : [")],
      provingTests: [secondFactor("limits attempts for each person, whatever challenge they use")]
    }
  ]
}
