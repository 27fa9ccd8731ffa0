import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const keyNotices = patchesIn("packages/core/src/access/key-notices.ts")
const report = patchesIn("packages/core/src/identity/secret-scanning/report.ts")

const scanning = testsIn("packages/rest/test/secret-scanning.test.ts")

const revokes = "revokes the key at once, emails every owner, and is in the organization's audit trail"

export const leakedKeyGuards: GuardGroup = {
  title: "Keys published by accident",
  guards: [
    {
      name: "scanning-signature",
      attack: "Someone other than a code host reports keys, and they are revoked",
      defence: "the report must be signed with one of the code host's keys",
      patches: [report(" || !isSignedBy(publicKey, signature.signature, body)", "")],
      provingTests: [scanning("is rejected without the code host's signature, and revokes nothing")]
    },
    {
      name: "scanning-revoke",
      attack: "A key that a code host found in public is used",
      defence: "it is revoked with the report, without review",
      patches: [keyNotices("set revoked_at = now(), revoked_reason", "set revoked_reason")],
      provingTests: [scanning(revokes)]
    },
    {
      name: "scanning-owners",
      attack: "A key is revoked without anyone learning why",
      defence: "every owner gets an email",
      patches: [report(`yield* mailer.enqueue(email, topic)`, "void email")],
      provingTests: [scanning(revokes)]
    },
    {
      name: "scanning-answer",
      attack: "The response to a report contains the key, and logs on the way store it",
      defence: "the response identifies a key by its hash",
      patches: [report(`token_hash: digest("sha256", token, "base64")`, "token_hash: token")],
      provingTests: [scanning(revokes)]
    }
  ]
}
