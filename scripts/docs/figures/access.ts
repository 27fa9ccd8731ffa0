import { at, core, type Figure, readAll, word } from "./source.ts"

/** Figures about people, credentials, sessions and messages. */
export const accessFigures = (): ReadonlyArray<Figure> => {
  const overlap = core("access/keys.ts", /maxOverlapHours = (\d+)/)
  const grace = core("access/oauth/issue.ts", /graceSeconds = (\d+)/)
  const idleDays = core("access/oauth/issue.ts", /connectionIdleDays: (\d+)/)
  const idleHours = core("access/sessions.ts", /sessionIdle = "interval '(\d+) hours'"/)
  const confirmed = core("access/sessions.ts", /interval '(\d+) minutes'/)
  const codes = core("identity/people/second-factors.ts", /recoveryCodeCount = (\d+)/)
  const [early, late] = readAll("packages/core/src/access/key-notices.ts", /days: (\d+) \| (\d+)/)
  const [times, part] = readAll("packages/core/src/attention/model.ts", /committed \* (\d+) > cap \* (\d+)/)
  const nearCap = (100 * part!) / times!
  const [retries, first, longest] = readAll(
    "packages/core/src/identity/webhook/webhooks.ts",
    /retryLimit: (\d+), retryDelay: (\d+), retryBackoff: true, retryDelayMax: (\d+)/
  )
  // pg-boss waits up to twice as long after each attempt.
  const waits = Array.from({ length: retries! }, (_, n) => Math.min(first! * 2 ** (n + 1), longest!))
  const webhookSeconds = waits.reduce((sum, seconds) => sum + seconds)
  const consent = core("platform/logins.ts", /now\(\) \+ interval '(\d+) minutes'/)
  const usual = (name: string, pattern: RegExp): number => core(`campaigns/${name}`, pattern)
  const weeks = usual("delivery.ts", /usualWeeks = (\d+)/)
  const fewest = usual("delivery.ts", /minWeeks = (\d+)/)
  const confidence = usual("delivery.ts", /confidence = 0\.(\d+)/) * 10
  const lag = usual("conversion-tracking.ts", /conversionLagDays = (\d+)/)
  // The days after which a campaign that was shown on each of these days counts as no longer shown.
  const shown = usual("delivery.ts", /deliveryDays = (\d+)/)
  const luck = usual("delivery.ts", /maxLuck = 0\.0(\d)/) / 100
  const quiet = Math.ceil(Math.log(luck) / Math.log(1 - 0.05 ** (1 / shown)))
  return [
    ...at("docs/concepts/access.md", `up to ${overlap} hours`, `its ${grace} seconds of grace`),
    ...at(
      "docs/guides/connect-an-app.md",
      `works for another ${grace} seconds`,
      `after ${idleDays} days without a refresh`
    ),
    ...at("docs/guides/sign-in-from-the-terminal.md", `not used for ${idleDays} days ends`),
    ...at(
      "docs/concepts/security.md",
      `${idleHours} idle hours`,
      `${word(codes)} recovery codes`,
      `the last ${confirmed} minutes`
    ),
    ...at(
      "docs/guides/second-factor.md",
      `the ${word(codes)} recovery codes`,
      `signed in more than ${word(confirmed)} minutes ago`
    ),
    ...at(
      "docs/concepts/notifications.md",
      `more than ${nearCap}% of the monthly cap`,
      `stays above ${nearCap}%`,
      `expires in ${early} days, in ${late} days`,
      `the ${confidence}% interval by the ${word(weeks)} weeks before it, at least ${word(fewest)}`,
      `leaves out the last ${word(lag)} days`,
      `${word(quiet)} days for a campaign that is shown daily`,
      `for about ${word(Math.round(webhookSeconds / 3600))} hours`
    ),
    ...at("docs/guides/connect-google-ads.md", `within ${word(consent)} minutes`)
  ]
}
