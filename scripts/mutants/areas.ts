import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { root } from "../module-graph/output-files.ts"

/** A part of the code to mutate, and the tests that must detect the mutants. */
export interface Area {
  readonly name: string
  /** Source files and folders. */
  readonly source: ReadonlyArray<string>
  /** Files in these folders that belong to another area. */
  readonly except?: ReadonlyArray<string>
  /** Test files and folders, fast ones first: the first failure ends a mutant. */
  readonly tests: ReadonlyArray<string>
  /** Whether the tests need Postgres. */
  readonly database: boolean
}

const core = (path: string) => `packages/core/src/${path}`
const tests = (path: string) => `packages/core/test/${path}`
const client = (path: string) => `packages/client/test/${path}.test.ts`

/** Files of access that need no database. */
const pureAccess = ["client", "client-document-members", "parameters", "redirects", "oauth-error"]
  .map((name) => core(`access/oauth/${name}.ts`))
  .concat(core("access/password-rules.ts"))

/** Files of access that recognise a caller. The tests of the pipeline cover them. */
const recognition = ["organization-access", "recognise", "rate-limiter"]

export const areas: ReadonlyArray<Area> = [
  {
    name: "guardrails",
    source: [core("changes/guardrails/money.ts")],
    tests: ["money-borders", "money-rules", "budget"].map((name) => tests(`changes/${name}.test.ts`)),
    database: false
  },
  {
    name: "insight-rules",
    source: [
      core("insight/detect/detectors"),
      core("insight/detect/absence.ts"),
      core("insight/detect/excluded-terms.ts"),
      core("insight/detect/protection.ts"),
      core("insight/detect/reference.ts"),
      core("insight/detect/shared-words.ts"),
      core("insight/detect/thresholds.ts"),
      core("insight/detect/variants.ts"),
      core("insight/engine/budget.ts")
    ],
    tests: [
      tests("insight/detect/thresholds.test.ts"),
      tests("insight/detect/borders.test.ts"),
      tests("insight/detect/proposals.test.ts"),
      tests("insight/detect/orders.test.ts"),
      tests("insight/detect/words.test.ts"),
      tests("insight/engine/budget-borders.test.ts"),
      tests("insight/detect/invariants.test.ts"),
      tests("insight/detect/invariants-per-detector.test.ts"),
      tests("insight/engine/rules.test.ts")
    ],
    database: false
  },
  {
    name: "contract",
    source: ["decode", "raw-input", "tool-input", "nearest", "csv", "redact", "key-format", "roles"].map(
      (name) => core(`contract/${name}.ts`)
    ),
    tests: [
      "raw-input",
      "roles",
      "decode",
      "tool-input",
      "nearest",
      "csv",
      "redact",
      "key-format",
      "invariants"
    ].map((name) => tests(`contract/${name}.test.ts`)),
    database: false
  },
  {
    name: "client",
    source: ["packages/client/src/runtime"],
    tests: [
      "follow",
      "time-limits",
      "idempotency",
      "responses",
      "generated",
      "retries",
      "credentials",
      "oauth",
      "download",
      "waiting",
      "writes",
      "client"
    ].map(client),
    database: true
  },
  {
    name: "pipeline",
    source: [
      ...["authorize", "redaction", "authorize-operation", "requester"].map((name) =>
        core(`pipeline/${name}.ts`)
      ),
      core("request/clearance.ts"),
      ...recognition.map((name) => core(`access/${name}.ts`))
    ],
    tests: [
      tests("pipeline/redaction.test.ts"),
      tests("pipeline/token-buckets.test.ts"),
      tests("pipeline/address.test.ts"),
      tests("pipeline/effective-roles.test.ts"),
      tests("pipeline/requester.test.ts"),
      tests("pipeline/authorization.test.ts"),
      tests("pipeline/credentials.test.ts"),
      tests("pipeline/keys.test.ts"),
      tests("pipeline/endpoints.test.ts"),
      tests("pipeline/rate-limit.test.ts")
    ],
    database: true
  },
  {
    name: "audit",
    source: ["hash", "window", "verification", "sealer", "retention", "rows"]
      .map((name) => core(`audit/${name}.ts`))
      .concat(core("audit/file")),
    tests: [
      tests("audit/window.test.ts"),
      tests("audit/proof.test.ts"),
      tests("audit"),
      tests("pipeline/flood.test.ts"),
      "packages/rest/test/audit-export.test.ts"
    ],
    database: true
  },
  {
    name: "access-rules",
    source: pureAccess,
    tests: [
      tests("oauth/client-rules.test.ts"),
      tests("oauth/request-rules.test.ts"),
      tests("oauth/redirects.test.ts"),
      tests("access/password-rules.test.ts")
    ],
    database: false
  },
  {
    name: "access",
    source: [core("access")],
    except: [
      ...pureAccess,
      core("access/common-passwords.ts"),
      ...recognition.map((name) => core(`access/${name}.ts`))
    ],
    tests: [
      ...["access", "oauth", "organizations", "identity"].map(tests),
      tests("pipeline/credentials.test.ts"),
      tests("pipeline/requester.test.ts")
    ],
    database: true
  },
  {
    name: "changes",
    source: [core("changes")],
    except: [core("changes/guardrails/money.ts")],
    // Writes of other modules complete the engine's: steps that accompany others, stored plans, edits of people.
    tests: [
      tests("changes"),
      ...["apply-stale", "approved-plan"].map((name) => tests(`insight/recommendations/${name}.test.ts`)),
      tests("drafts/removal.test.ts")
    ],
    database: true
  }
]

/** The area that the command's own test uses. */
export const selfCheck: Area = {
  name: "self-check",
  source: ["scripts/mutants/self-check/age.ts"],
  tests: ["scripts/mutants/self-check/age.test.ts"],
  database: false
}

const filesIn = (path: string, isWanted: (name: string) => boolean): ReadonlyArray<string> => {
  const full = join(root, path)
  if (!existsSync(full)) throw new Error(`${path} does not exist. Fix scripts/mutants/areas.ts.`)
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full, { recursive: true, encoding: "utf8" })
    .filter(isWanted)
    .toSorted()
    .map((name) => join(path, name))
}

const distinct = (paths: ReadonlyArray<string>) => [...new Set(paths)]

export const sourceFilesOf = ({ except = [], source }: Area): ReadonlyArray<string> =>
  distinct(source.flatMap((path) => filesIn(path, (name) => name.endsWith(".ts")))).filter(
    (file) => !except.includes(file)
  )

export const testFilesOf = ({ tests }: Area): ReadonlyArray<string> =>
  distinct(tests.flatMap((path) => filesIn(path, (name) => name.endsWith(".test.ts"))))
