import { at, core, digits, type Figure, readAll, word } from "./source.ts"

const launchLines = "packages/core/src/campaigns/launch/lines.ts"

/** Figures about limits, approvals, launches, keywords and tasks. */
export const changeFigures = (): ReadonlyArray<Figure> => {
  const organizations = "storage/migrations/0001_organizations.ts"
  const perCall = core(organizations, /api_budget_change_limit_pct .* default (\d+)/)
  const queueLimit = core(organizations, /approval_queue_limit .* default (\d+)/)
  const expiry = core("storage/migrations/0007_changes.ts", /now\(\) \+ interval '(\d+) days'/)
  const capDays = core("changes/guardrails/money.ts", /daysInCap = (\d+)/)
  const held = core("contract/error-table.ts", /approval_required: \{\s+status: (\d+)/)
  const away = core("contract/error-table.ts", /unavailable: \{\s+status: (\d+)/)
  const comment = core("contract/resources/changes.ts", /comment: optional\(Line\((\d+)\)/)
  const headlines = readAll(launchLines, /headlineLimits = \{ min: (\d+), max: (\d+), width: (\d+)/)
  const descriptions = readAll(launchLines, /descriptionLimits = \{ min: (\d+), max: (\d+), width: (\d+)/)
  const [assets, callout] = [/minAssets = (\d+)/, /calloutWidth = (\d+)/].map((one) =>
    readAll(launchLines, one)
  )
  const [sitelink, sitelinkText] = readAll(launchLines, /sitelinkWidths = \{ text: (\d+), description: (\d+)/)
  const perTerm = core("campaigns/negatives/terms.ts", /maxCharacters = (\d+)/)
  const termWords = core("campaigns/negatives/terms.ts", /maxWords = (\d+)/)
  const terms = core("contract/operations/keywords.ts", /maxItems\((\d+)/)
  const taskMinutes = core("settings.ts", /taskTimeoutSeconds: (\d+)/) / 60
  const attempts = core("tasks/queue-definition.ts", /retryLimit: (\d+)/) + 1
  const waits = core("contract/operations/follow-up.ts", /WholeNumber\(0, (\d+)\)/)
  const backlog = core("audit/trail.ts", /maxEvents = ([\d_]+)/)
  const kept = core("changes/executions.ts", /interval '(\d+) hours' as expired/)
  const platformCheck = core("changes/platform-check.ts", /Duration\.seconds\((\d+)\)/)
  const raises = core("log/action-log.ts", /at > now\(\) - interval '(\d+) hours'/)
  const previewed = core("changes/preview.ts", /previewed_at > now\(\) - interval '(\d+) hours'/)
  const lookback = core("campaigns/external-changes.ts", /lookbackMillis = (\d+) \* 86_400_000/)
  const pushAgain = core("campaigns/push/waiting.ts", /or c\.updated_at < now\(\) - interval '(\d+) minutes'/)
  const exported = core("audit/rows.ts", /defaultDays = (\d+)/)
  return [
    ...at(
      "docs/concepts/guardrails.md",
      `percent, ${perCall} by default`,
      `All daily budgets times ${capDays}`
    ),
    ...at("docs/concepts/money.md", `all daily budgets times ${capDays}`),
    ...at(
      "docs/guides/budget-change.md",
      `One call may move a budget by ${perCall} percent`,
      `all daily budgets times ${capDays}`
    ),
    ...at("docs/guides/draft-from-website.md", `all daily budgets times ${capDays}`),
    ...at(
      "docs/guides/approval.md",
      `can have ${queueLimit} pending changes`,
      `${word(expiry)} days passed`,
      `returns ${held} with \`approval_required\``
    ),
    ...at(
      "docs/concepts/approvals.md",
      `${queueLimit} changes unless`,
      `${word(expiry)} days passed`,
      `returns ${held} with \`approval_required\``,
      `one line, ${comment} characters`
    ),
    ...at("docs/concepts/audit.md", `up to ${digits(backlog)} such events in memory`, `(${away})`),
    ...at("docs/operations.md", `until then they answer ${away}`),
    ...at("docs/concepts/idempotency.md", `within ${kept} hours`),
    ...at(
      "docs/concepts/previews.md",
      `After ${word(platformCheck)} seconds`,
      `several times within ${raises} hours`,
      `the same call within ${previewed} hours after`
    ),
    ...at("docs/concepts/tasks.md", `${word(attempts)} attempts and ${word(taskMinutes)} minutes in all`),
    ...at("docs/guides/audit.md", `the ${exported} days up to`),
    ...at("docs/guides/connect-google-ads.md", `are sent within ${word(pushAgain)} minutes`),
    ...at(
      "docs/guides/launch.md",
      `all daily budgets times ${capDays}`,
      `at least ${assets}; text of 1 to ${sitelink} characters`,
      `both descriptions (1 to ${sitelinkText})`,
      `at least ${assets}, each of 1 to ${callout} characters`,
      `${headlines[0]} to ${headlines[1]} on every ad, all different, at most ${headlines[2]} characters`,
      `${descriptions[0]} to ${descriptions[1]} on every ad, at most ${descriptions[2]} characters`,
      `at most ${word(waits)} seconds`,
      `longer than ${word(taskMinutes)} minutes`,
      `up to ${lookback} days back`
    ),
    ...at(
      "docs/guides/negative-keywords.md",
      `1 to ${terms} terms a call, each of 1 to ${perTerm} characters and at most ${termWords} words`
    )
  ]
}
