import { type Chapter, cutsIn, testsIn } from "../guard.ts"

const report = cutsIn("packages/core/src/organizations/secret-scanning/report.ts")

const scanning = testsIn("packages/rest/test/secret-scanning.test.ts")

const revokes = "revokes the key at once, emails every owner, and is in the organization's audit trail"

export const leakedKeyGuards: Chapter = {
  title: "Keys found in public",
  guards: [
    {
      name: "scanning-signature",
      attack: "Somebody who is no code host reports keys, and they are revoked",
      held: "the report is signed by one of the code host's keys",
      cuts: [report(" || !isSignedBy(publicKey, signed.signature, body)", "")],
      witnesses: [scanning("is refused without the code host's signature, and nothing is revoked")]
    },
    {
      name: "scanning-revoke",
      attack: "A key that a code host found in public is used",
      held: "it is revoked with the report, without review",
      cuts: [report("set revoked_at = now(), revoked_reason", "set revoked_reason")],
      witnesses: [scanning(revokes)]
    },
    {
      name: "scanning-owners",
      attack: "A key is revoked and nobody learns why",
      held: "every owner gets an email",
      cuts: [report(`yield* mailer.post(email, {`, "void ({")],
      witnesses: [scanning(revokes)]
    },
    {
      name: "scanning-answer",
      attack: "The answer to a report repeats the key, and logs on the way keep it",
      held: "the answer names a key by its hash",
      cuts: [report(`token_hash: digest("sha256", token, "base64")`, "token_hash: token")],
      witnesses: [scanning(revokes)]
    }
  ]
}
