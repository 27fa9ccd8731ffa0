import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const secrets = patchesIn("packages/core/src/access/secrets.ts")
const createKey = patchesIn("packages/core/src/access/create-key.ts")
const redaction = patchesIn("packages/core/src/pipeline/redaction.ts")

const endpoints = testsIn("packages/web/test/oauth/oauth-routes.test.ts")
const keys = testsIn("packages/core/test/access/keys.test.ts")
const logs = testsIn("packages/core/test/pipeline/redaction.test.ts")

export const plaintextGuards: GuardGroup = {
  title: "Stored secrets",
  guards: [
    {
      name: "plaintext-token",
      attack: "Codes and tokens are read from the database",
      defence: "only their hashes are stored",
      patches: [
        // As long as a hash, because the column accepts no other length.
        secrets(`digest("sha256", text, "buffer")`, "Buffer.from(text.slice(-32))"),
        secrets(`digest("sha256", text, "hex")`, `Buffer.from(text.slice(-32)).toString("hex")`)
      ],
      provingTests: [
        endpoints("of clients are nowhere in the database, and every request is in the audit trail")
      ]
    },
    {
      name: "plaintext-key",
      attack: "Keys are read from the database",
      defence: "only their hashes are stored",
      patches: [createKey("hashSecret(secret)", "Buffer.from(secret)")],
      provingTests: [keys("a new key is shown once, stored as a hash and valid for a year")]
    },
    {
      name: "plaintext-audit",
      attack: "A secret in a path or a header is stored in the audit trail",
      defence: "request data is redacted before it is stored",
      patches: [redaction("path: redactNullable(facts.path)", "path: facts.path")],
      provingTests: [
        endpoints("of clients are nowhere in the database, and every request is in the audit trail")
      ]
    },
    {
      name: "plaintext-audit-user-agent",
      attack: "A secret in a User-Agent is stored in the audit trail",
      defence: "request data is redacted before it is stored",
      patches: [redaction("userAgent: redactNullable(facts.userAgent)", "userAgent: facts.userAgent")],
      provingTests: [
        endpoints("of clients are nowhere in the database, and every request is in the audit trail")
      ]
    },
    {
      name: "plaintext-log",
      attack: "A secret is logged",
      defence: "secrets are redacted in every part of a log entry",
      patches: [redaction("message: redactValue(options.message)", "message: options.message")],
      provingTests: [
        logs("show only the ends of a key: in a %s", "text"),
        logs("show only the ends of a key: in a %s", "object")
      ]
    },
    {
      name: "plaintext-log-cause",
      attack: "A secret inside an error is logged",
      defence: "causes and annotations are redacted as well",
      patches: [
        redaction("cause: redactCause(options.cause)", "cause: options.cause"),
        redaction("HashMap.map(options.annotations, (value) => redactValue(value))", "options.annotations")
      ],
      provingTests: [
        logs("show only the ends of a key: in a %s", "cause"),
        logs("show only the ends of a key: in a %s", "annotation")
      ]
    }
  ]
}
