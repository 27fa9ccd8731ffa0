/*
 * Hints for the tests that detect mutants of a source file, where imports do not show it: most tests with a
 * database import a whole module. The first hint whose part occurs in the file's path applies.
 */
const hints: ReadonlyArray<readonly [part: string, tests: ReadonlyArray<string>]> = [
  ["runtime/transport", ["time-limits", "writes", "client", "retries", "credentials"]],
  ["runtime/calls", ["writes", "client"]],
  ["runtime/credentials", ["credentials", "client"]],
  ["runtime/download", ["download"]],
  ["runtime/timing", ["time-limits", "follow", "retries", "download"]],
  ["runtime/list", ["client"]],
  ["runtime/json-items", ["download"]],
  ["runtime/key-format", ["generated"]],
  ["runtime/oauth", ["responses", "oauth"]],
  ["runtime/", ["responses", "follow", "idempotency"]],
  ["audit/file", ["audit/proof"]],
  ["audit/verification", ["audit/proof"]],
  ["audit/hash", ["audit/hash", "audit/proof"]],
  ["audit/retention", ["audit/retention"]],
  ["audit/sealer", ["audit/audit", "pipeline/flood"]],
  ["audit/rows", ["audit-export"]],
  ["access/token-bucket", ["pipeline/rate-limit"]],
  ["access/rate-limiter", ["pipeline/token-buckets", "pipeline/address", "pipeline/rate-limit"]],
  ["access/recogni", ["pipeline/credentials", "pipeline/keys", "pipeline/requester"]],
  ["access/organization-access", ["pipeline/authorization", "pipeline/endpoints"]],
  ["pipeline/authorize.ts", ["pipeline/effective-roles", "pipeline/requester", "pipeline/endpoints"]],
  ["pipeline/redaction", ["pipeline/redaction"]],
  ["pipeline/authorize", ["pipeline/authorization", "pipeline/credentials", "pipeline/endpoints"]],
  ["approvals/queued-write", ["changes/expired-approvals", "changes/queued-writes", "changes/approvals"]],
  [
    "changes/approvals/decide",
    [
      "changes/requester-rechecked",
      "changes/queued-plans",
      "changes/approvals",
      "changes/finish",
      "changes/audited"
    ]
  ],
  ["changes/approvals/hold", ["changes/approvals", "changes/reservations", "changes/queued-writes"]],
  ["changes/approvals/queued-plan", ["changes/plan-changes", "changes/queued-plans", "changes/approvals"]],
  ["changes/approvals/queue-limit", ["changes/queue-limit", "changes/approval-queue"]],
  ["changes/approvals", ["changes/approvals", "changes/queued-writes", "changes/reservations"]],
  ["queued-write", ["changes/queued-writes", "changes/approvals", "changes/approvals-roles"]],
  ["changes/action-log", ["changes/actions", "changes/undo", "changes/update"]],
  ["changes/list-actions", ["changes/actions", "changes/sync-errors"]],
  ["changes/quota", ["changes/quota", "changes/guardrails"]],
  ["changes/undo", ["changes/undo", "changes/undo-platform", "insight/recommendations/apply-stale"]],
  ["changes/guardrails/refused-undo", ["changes/undo"]],
  ["changes/finish", ["changes/finish", "changes/add-negatives", "changes/audited", "changes/undo-platform"]],
  ["changes/executions", ["changes/finish", "changes/sync-errors", "changes/update"]],
  ["changes/settle", ["changes/approvals", "changes/finish", "changes/audited", "changes/undo-platform"]],
  ["changes/sentence", ["changes/sentence"]],
  ["changes/write.ts", ["changes/write"]],
  ["changes/people-write", ["changes/people-writes"]],
  [
    "changes/under-lock",
    [
      "changes/update",
      "changes/audited",
      "changes/approvals",
      "insight/recommendations/apply-stale",
      "changes/queued-plans",
      "changes/finish"
    ]
  ],
  [
    "changes/changes.ts",
    [
      "changes/platform-check",
      "changes/reservations",
      "changes/platform-reads",
      "insight/recommendations/approved-plan"
    ]
  ],
  ["changes/plan.ts", ["changes/platform-reads", "changes/money", "changes/finish", "changes/undo"]],
  ["changes/engine", ["changes/organization-mutex", "changes/update"]],
  [
    "changes/execute-plan",
    [
      "changes/platform-reads",
      "changes/reservations",
      "changes/finish",
      "changes/sync-errors",
      "changes/update"
    ]
  ],
  ["changes/platform-check", ["changes/platform-check"]],
  ["changes/platform-refusal", ["changes/platform-refusal"]],
  ["changes/preview", ["changes/platform-reads", "changes/platform-check", "changes/preview-hash"]],
  ["changes/", ["changes/update", "changes/guardrails", "changes/preview-hash", "changes/state"]],
  ["oauth/redeem-code", ["oauth/codes"]],
  ["oauth/rotate-refresh", ["oauth/tokens", "oauth/races"]],
  ["oauth/authorizations", ["oauth/consent", "oauth/requests"]],
  ["oauth/authorization", ["oauth/requests"]],
  ["oauth/manual-code", ["oauth/request-rules"]],
  ["oauth/grants", ["oauth/consent", "oauth/codes"]],
  ["oauth/client-document", ["oauth/client-documents"]],
  ["oauth/clients", ["oauth/client-documents", "oauth/codes", "oauth/clients"]],
  ["oauth/client", ["oauth/clients", "oauth/requests"]],
  ["oauth/connections", ["oauth/connections", "oauth/introspection"]],
  ["oauth/lifetimes", ["oauth/connections", "oauth/tokens"]],
  ["access/oauth", ["oauth/tokens", "oauth/codes", "oauth/consent"]],
  ["access/callers", ["pipeline/credentials"]],
  ["access/key-notices", ["access/only-that-row", "identity/key-expiry"]],
  ["access/key-uses", ["access/key-uses"]],
  ["key", ["access/keys", "identity/key-expiry"]],
  ["access/requester", ["pipeline/requester"]],
  ["access/teams", ["access/only-that-row"]],
  ["access/organizations", ["access/only-that-row"]],
  ["access/sessions", ["access/only-that-row"]],
  ["access/mailed-links", ["access/only-that-row"]],
  ["access/people", ["access/only-that-row", "access/people"]],
  ["access/member", ["access/only-that-row", "identity/people-roles", "access/removed", "access/people"]],
  ["access/invitations", ["access/only-that-row", "identity/people-roles", "access/people"]],
  ["access/", ["access/people", "access/tokens-and-passwords", "access/removed"]]
]

/** Returns the test files of the area that a source file's hint names. */
export const hintedTests = (source: string, tests: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = hints.find(([part]) => source.includes(part))?.[1] ?? []
  return named.flatMap((name) => tests.filter((test) => test.endsWith(`/test/${name}.test.ts`)))
}

export const hintedNames: ReadonlyArray<string> = hints.flatMap(([, names]) => names)
