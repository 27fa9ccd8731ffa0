import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../module-graph/output-files.ts"
import { published } from "../release/published.ts"

/** A figure in a page: the text around it, made from the figure that the code has. */
export interface Figure {
  readonly page: string
  readonly text: string
}

const words = "zero one two three four five six seven eight nine ten eleven twelve".split(" ")
const word = (number: number): string => words[number] ?? (number === 20 ? "twenty" : String(number))
const digits = (number: number): string => number.toLocaleString("en-US")

/** Returns the numbers that a pattern finds in a source file. A constant that moved makes this fail. */
const read = (file: string, pattern: RegExp): ReadonlyArray<number> => {
  const found = pattern.exec(readFileSync(join(root, "packages", file), "utf8"))
  if (found === null) throw new Error(`${file} has no ${pattern}`)
  return found.slice(1).map((text) => Number(text.replaceAll("_", "")))
}
const one = (file: string, pattern: RegExp): number => read(file, pattern)[0]!
const count = (file: string, block: RegExp, entry: RegExp): number => {
  const found = block.exec(readFileSync(join(root, file), "utf8"))
  if (found === null) throw new Error(`${file} has no ${block}`)
  return [...found[0].matchAll(entry)].length
}

/** Returns every checked figure of the pages. */
export const figures = (): ReadonlyArray<Figure> => {
  const organizations = "core/src/storage/migrations/0001_organizations.ts"
  const pool = one("core/src/storage/pool.ts", /maxConnections = (\d+)/)
  // One more listens.
  const queue = one("core/src/tasks/worker.ts", /max: (\d+),/) + 1
  const pipelined = one("core/src/storage/statements.ts", /options\.connections \?\? (\d+)/) + 1
  const perCall = one(organizations, /api_budget_change_limit_pct .* default (\d+)/)
  const queueLimit = one(organizations, /approval_queue_limit .* default (\d+)/)
  const expiry = one("core/src/storage/migrations/0007_changes.ts", /now\(\) \+ interval '(\d+) days'/)
  const headlines = read(
    "core/src/campaigns/launch/lines.ts",
    /headlineLimits = \{ min: (\d+), max: (\d+), width: (\d+)/
  )
  const descriptions = read(
    "core/src/campaigns/launch/lines.ts",
    /descriptionLimits = \{ min: (\d+), max: (\d+), width: (\d+)/
  )
  const assets = one("core/src/campaigns/launch/lines.ts", /minAssets = (\d+)/)
  const callout = one("core/src/campaigns/launch/lines.ts", /calloutWidth = (\d+)/)
  const sitelink = one("core/src/campaigns/launch/lines.ts", /sitelinkWidths = \{ text: (\d+)/)
  const detectors = count(
    "packages/core/src/contract/detectors.ts",
    /detectorTable = [\s\S]*?\n\}/,
    /^ {2}\w+: \{/gm
  )
  const history = one("core/src/campaigns/conversion-tracking.ts", /historyDays = (\d+)/)
  const lag = one("core/src/campaigns/conversion-tracking.ts", /conversionLagDays = (\d+)/)
  const grace = one("core/src/access/oauth/lifetimes.ts", /graceSeconds = (\d+)/)
  const codes = one("core/src/identity/people/second-factors.ts", /recoveryCodeCount = (\d+)/)
  const [perTerm, termWords] = [
    one("core/src/campaigns/negatives/validity.ts", /maxCharacters = (\d+)/),
    one("core/src/campaigns/negatives/validity.ts", /maxWords = (\d+)/)
  ]
  const terms = one("core/src/contract/operations/keywords.ts", /maxItems\((\d+)/)
  const taskMinutes = one("core/src/settings.ts", /taskTimeoutSeconds: (\d+)/) / 60
  const attempts = one("core/src/tasks/queue-definition.ts", /retryLimit: (\d+)/) + 1
  const waits = one("core/src/contract/operations/follow-up.ts", /WholeNumber\(0, (\d+)\)/)
  const lockSeconds = one("core/src/storage/migrations/index.ts", /lockMillis = ([\d_]+)/) / 1000
  const client = read(
    "client/src/runtime/transport.ts",
    /timeout: ([\d_]+), attemptTimeout: ([\d_]+), retries: (\d+)/
  )
  const reportWeeks = one("core/src/insight/reports/periods.ts", /searchWeeks = (\d+)/)
  const trend = one("core/src/insight/reports/periods.ts", /performance: (\d+)/)
  const evidence = read(
    "core/src/insight/detect/thresholds.ts",
    /minConversions: (\d+),\s+minConversionsWithTarget: (\d+)/
  )
  const documents = one("core/src/contract/operations/strategy.ts", /maxItems\((\d+)/)
  const documentLength = one("core/src/contract/operations/strategy.ts", /Prose\(([\d_]+)\)/)
  const [score, overlap] = [
    one("core/src/drafts/copy/gate.ts", /passingScore = (\d+)/),
    one("core/src/access/key.ts", /maxOverlapHours = (\d+)/)
  ]
  const backlog = one("core/src/audit/backlog.ts", /maxEvents = ([\d_]+)/)
  const accessIdle = one("core/src/access/sessions.ts", /sessionIdle = "interval '(\d+) hours'"/)
  const confirmed = one("core/src/access/confirmation.ts", /interval '(\d+) minutes'/)
  const kept = one("core/src/changes/executions.ts", /interval '(\d+) hours' as expired/)
  const moments = count("scripts/lib/dates/moments.mjs", /moments = \[[\s\S]*?\n\]/, /^ {2}\{/gm)
  const prompts = count(
    "packages/mcp/src/prompts/prompts.ts",
    /\[[\w, ]+\]\.map\(\(one\) => \[one\.name/,
    /\w+(?=,|\]\.)/g
  )
  const at = (page: string, ...texts: ReadonlyArray<string>) => texts.map((text) => ({ page, text }))
  return [
    ...at(
      "docs/operations.md",
      `${pool} in its pool, ${pipelined} pipelined ones`,
      `the same, and ${queue} for the queue`,
      `at least ${pool + pipelined} for each host and ${pool + pipelined + queue} for each worker`,
      `waits ${word(lockSeconds)} seconds at most`
    ),
    ...at("docs/releasing.md", `A release publishes ${word(published().length)} packages`),
    ...at("CONTRIBUTING.md", `date-dependent tests at ${moments} shifted moments`),
    ...at(
      "docs/concepts/guardrails.md",
      `percent, ${perCall} by default`,
      `All daily budgets times ${one("core/src/changes/guardrails/money.ts", /daysInCap = (\d+)/)}`
    ),
    ...at("docs/guides/budget-change.md", `One call may move a budget by ${perCall} percent`),
    ...at("docs/guides/approval.md", `can have ${queueLimit} pending changes`, `${word(expiry)} days passed`),
    ...at("docs/concepts/approvals.md", `${queueLimit} changes unless`, `${word(expiry)} days passed`),
    ...at("docs/concepts/audit.md", `up to ${digits(backlog)} such events in memory`),
    ...at("docs/concepts/access.md", `up to ${overlap} hours`, `its ${grace} seconds of grace`),
    ...at("docs/guides/connect-an-app.md", `works for another ${grace} seconds`),
    ...at("docs/concepts/idempotency.md", `within ${kept} hours`),
    ...at(
      "docs/concepts/security.md",
      `${accessIdle} idle hours`,
      `${word(codes)} recovery codes`,
      `the last ${confirmed} minutes`
    ),
    ...at("docs/guides/second-factor.md", `the ${word(codes)} recovery codes`),
    ...at("docs/concepts/tasks.md", `${word(attempts)} attempts and ${word(taskMinutes)} minutes in all`),
    ...at("docs/concepts/drafts.md", `and ${score} of 100 points`),
    ...at(
      "docs/concepts/insight.md",
      `are ${word(detectors)} rules`,
      `up to ${history} days, without the last ${word(lag)}`,
      `${word(evidence[0]!)} conversions, or ${word(evidence[1]!)} with a target CPA`,
      `the last ${one("core/src/insight/savings/estimate.ts", /estimateDays = (\d+)/)} days`,
      `over ${one("core/src/insight/savings/accuracy.ts", /minApplications = (\d+)/)} measured applications`
    ),
    ...at("docs/glossary.md", `up to ${history} days without the last ${word(lag)}`),
    ...at("docs/guides/waste-audit.md", `runs the ${word(detectors)} at once`, `up to ${history} days`),
    ...at(
      "docs/guides/launch.md",
      `at least ${assets}; text of 1 to ${sitelink} characters`,
      `at least ${assets}, each of 1 to ${callout} characters`,
      `${headlines[0]} to ${headlines[1]} on every ad, all different, at most ${headlines[2]} characters`,
      `${descriptions[0]} to ${descriptions[1]} on every ad, at most ${descriptions[2]} characters`,
      `at most ${word(waits)} seconds`,
      `longer than ${word(taskMinutes)} minutes`
    ),
    ...at(
      "docs/guides/negative-keywords.md",
      `1 to ${terms} terms a call, each of 1 to ${perTerm} characters and at most ${termWords} words`
    ),
    ...at(
      "docs/guides/strategy.md",
      `up to ${word(documents)} documents of at most ${digits(documentLength)} characters`
    ),
    ...at(
      "docs/guides/weekly-report.md",
      `the trend of ${trend} weeks`,
      `the last ${word(reportWeeks)} full weeks`
    ),
    ...at("docs/guides/mcp-clients.md", `the ${word(prompts)} worked flows`),
    ...at(
      "packages/client/README.md",
      `the whole call, ${digits(client[0]!)}`,
      `each attempt, ${digits(client[1]!)}`,
      `| \`retries\` | yes | ${client[2]} |`
    )
  ]
}
