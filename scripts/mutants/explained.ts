import { explainedInAccess } from "./explained-access.ts"
import { explainedInChanges } from "./explained-changes.ts"
import { explainedInRules } from "./explained-rules.ts"
import type { ExplainedSurvivor } from "./mutation.ts"

const runtime = "packages/client/src/runtime"
const access = "packages/core/src/access"
const audit = "packages/core/src/audit"
const clearance = "packages/core/src/request/clearance.ts"

/** Survivors that stay: each was looked at. A test holds that they still fit the code. */
export const explainedSurvivors: ReadonlyArray<ExplainedSurvivor> = [
  ...explainedInRules,
  ...explainedInChanges,
  ...explainedInAccess,
  {
    file: `${runtime}/json-items.ts`,
    on: "let itemStart = 0",
    was: "0",
    put: "1",
    why: "Equivalent: the scan then starts one position before the text, where there is no character."
  },
  {
    file: clearance,
    on: 'const cleared = Symbol("cleared")',
    was: '"cleared"',
    put: '""',
    why: "Equivalent: the description of a symbol is only shown in a debugger."
  },
  {
    file: clearance,
    on: "({ ...facts, [cleared]: true }) as unknown as C",
    was: "true",
    put: "false",
    why: "Equivalent: only the compiler looks at this member, whose type is `true`."
  },
  {
    file: `${access}/organization-access.ts`,
    on: "if (rows.length === 0) return null",
    was: "rows.length === 0",
    put: "false",
    why: "Equivalent: the line only spares a query, which finds no record among no organizations."
  },
  {
    file: `${access}/recognise.ts`,
    on: "...takeToken(subject, { tokens: tokens ?? 0, granted: granted ?? 0 })",
    was: "0",
    put: "1",
    why: "Equivalent: an accepted credential has a bucket. The default only satisfies the types."
  },
  {
    file: `${access}/recognise.ts`,
    on: "return makeBatch({ maxSize: 500, concurrency: 1, flush, statement: lookup, inSpan: statements.inSpan })",
    was: "500",
    put: "501",
    why: "Equivalent for every request: the size of a batch only affects performance."
  },
  {
    file: `${access}/recognise.ts`,
    on: "return makeBatch({ maxSize: 500, concurrency: 1, flush, statement: lookup, inSpan: statements.inSpan })",
    was: "1",
    put: "2",
    why: "Equivalent for every request: two statements at once take tokens as correctly as one, but need two connections."
  },
  {
    file: `${access}/recognise.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code, as it is written
    on: "when s.expires_at <= now() or s.last_seen_at <= now() - ${sessionIdle} then 'expired' end as ended",
    was: "<=",
    put: "<",
    why: "Only the microsecond in which a session ends differs."
  },
  {
    file: `${audit}/sealing-statements.ts`,
    on: "export const batchSize = 125",
    was: "125",
    put: "126",
    why: "Equivalent for every event: the size of a batch only affects performance."
  },
  {
    file: `${audit}/retention.ts`,
    on: "const batchSizes = { first: 100, next: 5000 }",
    was: "5000",
    put: "5001",
    why: "Equivalent for every event: the size of a batch only affects performance."
  },
  {
    file: `${audit}/retention.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code, as it is written
    on: "select position, hash, at < ${before}::timestamptz as old from audit_sealed",
    was: " < ",
    put: " <= ",
    why: "Only an event of the very microsecond at which retention cuts differs."
  }
]
