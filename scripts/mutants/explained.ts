import type { Mutation } from "./mutation.ts"

/** A mutant that no test can or should notice, and why. */
export interface ExplainedSurvivor extends Pick<Mutation, "file" | "on" | "was" | "put"> {
  readonly why: string
}

const money = "packages/core/src/changes/guardrails/money.ts"
const detectors = "packages/core/src/insight/detect/detectors"
const oauth = "packages/core/src/access/oauth"

/** Survivors that stay: each was looked at. A test holds that they still fit the code. */
export const explainedSurvivors: ReadonlyArray<ExplainedSurvivor> = [
  {
    file: money,
    on: "if (moves.length < 2) return moves",
    was: "moves.length < 2",
    put: "false",
    why: "Equivalent: the line only spares work. A single move comes out of the rest as it went in."
  },
  {
    file: money,
    on: "return start.campaign === null ? move : { ...start, to: move.to }",
    was: "start.campaign === null",
    put: "false",
    why: "Equivalent: a campaign that is yet to be made is its own key, so its start is the move itself."
  },
  {
    file: money,
    on: "allowed_max: Number.isFinite(highest) ? highest : Math.max(min, from ?? 0)",
    was: "0",
    put: "1",
    why: "Equivalent: the range is only without an end where its least is 1."
  },
  {
    file: money,
    on: "return [...largest(raised, ({ to }) => to ?? 0).values()].map(({ campaign, figure }) => ({",
    was: "0",
    put: "1",
    why: "Equivalent: a budget that rises is not null. The default only satisfies the types."
  },
  {
    file: `${detectors}/exact-match.ts`,
    on: "if (term === undefined || cpa === null || reference === null || exact.has(words)) return []",
    was: "||",
    put: "&&",
    why: "Equivalent: without a term there is no CPA, and a term without a CPA has too few conversions for the next line."
  },
  {
    file: `${detectors}/high-cpc.ts`,
    on: "const average = view.last30.cost_micros / Math.max(1, view.last30.clicks)",
    was: "1",
    put: "2",
    why: "Equivalent: a campaign with one click has no keyword with ten, and no other keyword is found."
  },
  {
    file: `${detectors}/negative-keywords.ts`,
    on: "const cost = wasted.reduce((sum, { window }) => sum + window.cost_micros, 0)",
    was: "0",
    put: "1",
    why: "Equivalent: a millionth of the currency is lost in rounding to cents."
  },
  {
    file: `${detectors}/no-conversion-keywords.ts`,
    on: "const cost = unproductive.reduce((sum, { one }) => sum + one.last30.cost_micros, 0)",
    was: "0",
    put: "1",
    why: "Equivalent: a millionth of the currency is lost in rounding to cents."
  },
  {
    file: `${detectors}/no-conversion-keywords.ts`,
    on: "if (reference !== null && reference > 0 && cost_micros >= wastedCpaMultiple * reference) {",
    was: "0",
    put: "1",
    why: "No campaign has a conversion that costs a millionth of the currency; targets are whole cents."
  },
  {
    file: `${oauth}/client.ts`,
    on: "const seconds = stale ? 0 : maxAge === undefined ? defaultFreshSeconds : Number(maxAge)",
    was: "0",
    put: "1",
    why: "Equivalent: every time below the shortest is the shortest."
  },
  {
    file: `${oauth}/client-document-members.ts`,
    on: 'if (typeof parsed === "string" || parsed.duplicate !== null) return null',
    was: '"string"',
    put: '""',
    why: "Equivalent: the name of a problem has no duplicate that is null."
  },
  {
    file: `${oauth}/parameters.ts`,
    on: 'const known = [resourceOf(urls, "mcp"), resourceOf(urls, "rest")]',
    was: '"mcp"',
    put: '""',
    why: "Equivalent: whatever is not REST is MCP there; the types allow no third."
  },
  {
    file: `${oauth}/parameters.ts`,
    on: "return words.length === 0 ? null : sortScopes(words.filter(isScope))",
    was: "words.filter(isScope)",
    put: "words",
    why: "Equivalent: words that are no scopes were refused above. The filter only satisfies the types."
  },
  {
    file: `${oauth}/client.ts`,
    on: "while (start < one.length && one[start] === other[start]) start++",
    was: "<",
    put: "<=",
    why: "Equivalent: only equal words get past their end, and they differ by no letter either way."
  },
  {
    file: "packages/core/src/insight/engine/budget.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code, as it is written
    on: 'summary: `${to > from ? "Raise" : "Lower"} the daily budget from ${from} to ${to}: ${why}`,',
    was: ">",
    put: ">=",
    why: "Equivalent: advice that changes nothing is never given, so the two amounts differ."
  }
]
