import type { ExplainedSurvivor } from "./mutation.ts"

const money = "packages/core/src/changes/guardrails/money.ts"
const detectors = "packages/core/src/insight/detect/detectors"
const contract = "packages/core/src/contract"
const oauth = "packages/core/src/access/oauth"

/** Survivors in rules that need no database. */
export const explainedInRules: ReadonlyArray<ExplainedSurvivor> = [
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
    on: 'summary: `${to > from ? "Raise" : "Lower"} the daily budget from ${shortMoneyFormatter(currency)(from)} to ${shortMoneyFormatter(currency)(to)}: ${why}`,',
    was: ">",
    put: ">=",
    why: "Equivalent: advice that changes nothing is never given, so the two amounts differ."
  },
  {
    file: `${contract}/csv.ts`,
    on: '} else if (state === "new") state = "plain"',
    was: 'state === "new"',
    put: "true",
    why: "Only text after a closing quote differs, which RFC 4180 does not allow."
  },
  {
    file: `${contract}/decode.ts`,
    on: "if (unknown.length > 0) return refuse(unknown.slice(0, maxProblems).map(unknownProblem))",
    was: "unknown.slice(0, maxProblems)",
    put: "unknown",
    why: "Equivalent: `refuse` keeps at most ten problems anyway."
  },
  {
    file: `${contract}/decode.ts`,
    on: "compiled.set(operation, decode)",
    was: "compiled.set(operation, decode)",
    put: ";",
    why: "Equivalent: the line only spares compiling the schema again."
  },
  {
    file: `${contract}/key-format.ts`,
    on: "const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {",
    was: "256",
    put: "257",
    why: "Equivalent: a byte never selects the entry with the number 256."
  },
  {
    file: `${contract}/nearest.ts`,
    on: "if (Math.abs(from.length - to.length) > limit) return Number.POSITIVE_INFINITY",
    was: "Math.abs(from.length - to.length) > limit",
    put: "false",
    why: "Equivalent: the line only spares work. A word whose length differs that much is not near."
  },
  {
    file: `${contract}/nearest.ts`,
    on: "if (Math.abs(from.length - to.length) > limit) return Number.POSITIVE_INFINITY",
    was: ">",
    put: ">=",
    why: "Equivalent: a distance that equals the limit is not shorter than it."
  },
  {
    file: `${contract}/nearest.ts`,
    on: "let last: ReadonlyArray<number> = Array.from({ length: to.length + 1 }, (_, n) => n)",
    was: "1",
    put: "2",
    why: "Equivalent: the additional entry is never read."
  },
  {
    file: `${contract}/nearest.ts`,
    on: "if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {",
    was: ">",
    put: ">=",
    why: "Equivalent: before the first letter there is none that could equal another."
  },
  {
    file: `${contract}/nearest.ts`,
    on: 'const normalize = (name: string) => name.toLowerCase().replaceAll(/[-_\\s]+/g, "-")',
    was: "toLowerCase",
    put: "toUpperCase",
    why: "Equivalent for the letters of our names."
  },
  {
    file: `${contract}/nearest.ts`,
    on: 'const normalize = (name: string) => name.toLowerCase().replaceAll(/[-_\\s]+/g, "-")',
    was: '"-"',
    put: '""',
    why: "Separators then count for nothing. No name of ours differs only in them."
  },
  {
    file: `${contract}/redact.ts`,
    on: 'const start = secret.indexOf("_", 4) + 1',
    was: "4",
    put: "5",
    why: "Equivalent: the kind of a secret has at least two letters."
  },
  {
    file: `${contract}/redact.ts`,
    on: 'if (!plain.includes("%")) return plain',
    was: '!plain.includes("%")',
    put: "false",
    why: "Equivalent: the line only spares work for text without a percent sign."
  },
  {
    file: `${contract}/redact.ts`,
    on: 'if (!plain.includes("%")) return plain',
    was: '"%"',
    put: '""',
    why: "Equivalent: the line only spares work for text without a percent sign."
  },
  {
    file: `${contract}/redact.ts`,
    on: "for (let rounds = 0; rounds < 3; rounds++) {",
    was: "<",
    put: "<=",
    why: "One more round decodes text that was encoded four times. Three is already more than any host decodes."
  },
  {
    file: `${contract}/redact.ts`,
    on: "for (let rounds = 0; rounds < 3; rounds++) {",
    was: "3",
    put: "4",
    why: "One more round decodes text that was encoded four times. Three is already more than any host decodes."
  },
  {
    file: `${contract}/roles.ts`,
    on: 'roles.find((role) => maxScopesByRole[role].has(scope)) ?? "owner"',
    was: '"owner"',
    put: '""',
    why: "Equivalent: an owner can use every scope. The default only satisfies the types."
  },
  {
    file: `${contract}/tool-input.ts`,
    on: "Option.getOrElse(SchemaAST.getAnnotation<ReadonlyArray<string>>(OutputNames)(type), () => [])",
    was: "Option.getOrElse(SchemaAST.getAnnotation<ReadonlyArray<string>>(OutputNames)(type), () => [])\n        .filter((alias) => !fields.has(alias))",
    put: "Option.getOrElse(SchemaAST.getAnnotation<ReadonlyArray<string>>(OutputNames)(type), () => [])",
    why: "Equivalent now: no operation has a field with the name that outputs use for another one."
  }
]
