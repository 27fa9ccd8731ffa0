import { areas } from "./areas.ts"
import { explainedSurvivors } from "./explained.ts"
import { type ExplainedSurvivor, nameOf, short } from "./mutation.ts"
import { type AreaResult, readResults, type Survivor } from "./results.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim()
const code = (text: string): string => `\`${short(text).replaceAll("`", "'")}\``
const row = (cells: ReadonlyArray<string>): string => `| ${cells.map(cell).join(" | ")} |`

const explainedNames = new Map(
  explainedSurvivors.map((each): [string, ExplainedSurvivor] => [nameOf(each), each])
)

const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${Math.floor((part / whole) * 100)}%`

interface Listed extends Survivor {
  readonly file: string
}

const listed = ({ files }: AreaResult): ReadonlyArray<Listed> =>
  files.flatMap(({ file, survivors }) => survivors.map((survivor) => ({ file, ...survivor })))

const scoreOf = (result: AreaResult): string => {
  const { area, day, files, possible } = result
  const survivors = listed(result)
  const tried = files.reduce((sum, file) => sum + file.tried, 0)
  const accounted = survivors.filter((each) => explainedNames.has(nameOf(each))).length
  const killed = tried - survivors.length
  return row([
    area,
    day,
    String(possible),
    String(tried),
    String(killed),
    percent(killed, tried),
    String(accounted),
    String(survivors.length - accounted)
  ])
}

const survivorRow = (survivor: Listed): string =>
  row([
    `[${survivor.file.split("/").at(-1)}](../../${survivor.file})`,
    code(survivor.on),
    `${code(survivor.was)} → ${code(survivor.put)}`,
    explainedNames.get(nameOf(survivor))?.why ?? "No test killed it in that run."
  ])

const introduction = `# Mutants

\`npm run mutants\` changes the code in one place at a time and runs the tests around it. A mutant that no test kills
survives. Written by \`npm run docs\` from \`scripts/mutants/results.json\`, which \`npm run mutants -- --keep\` writes, and
from \`scripts/mutants/explained.ts\`. [Why not StrykerJS](../decisions/2026-11-16-own-mutation-testing.md).

**Operators.** Boundaries (\`<\` and \`<=\`), conditions (always true, always false), \`&&\` and \`||\`, arithmetic, numbers
off by one, single words to empty strings, removed statements, \`some\` and \`every\`, removed \`filter\` and \`slice\`; in SQL
row locks, conditions, boundaries and order. Sentences are not mutated.

**How it runs.** No file on disk is changed. One process runs about 50 mutants and reloads only the mutated file and its
importers for each. A small runner replaces vitest's: it loads the test files one after another and stops at the first
failure, so a mutant creates no more databases than it needs. The tests are those of the area
(\`scripts/mutants/areas.ts\`) that import the file, nearest first; a test that fails without a mutation is left out.
Property tests run at most 100 times. Select with \`--area\`, \`--files\`, \`--sample\` with \`--seed\`, and \`--tests\`;
\`--again\` tries only earlier survivors. \`--keep\` replaces the results of the files that were run.

**Reading the score.** Equivalent mutants cannot be killed, so the aim is not 100%: a survivor is killed by a test or
explained. An area with fewer tried than possible was sampled or interrupted. The score counts only the tests of the
area; the rest of the suite may notice a survivor.`

const table = (results: ReadonlyArray<AreaResult>): string => {
  const missing = areas
    .filter(({ name }) => !results.some(({ area }) => area === name))
    .map(({ name }) => name)
  return [
    "## Score",
    "",
    "| Area | Run on | Mutants | Tried | Killed | Score | Explained | Open |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...results.map(scoreOf),
    ...(missing.length === 0 ? [] : ["", `Not run yet: ${missing.join(", ")}.`])
  ].join("\n")
}

const survivorsOf = (results: ReadonlyArray<AreaResult>): string =>
  [
    "## Survivors",
    "",
    "| File | Line | Change | Explanation |",
    "| --- | --- | --- | --- |",
    ...results.flatMap(listed).map(survivorRow)
  ].join("\n")

/** Renders the page of the stored results. */
export const mutantsPage = (): string => {
  const results = readResults()
  return [introduction, table(results), survivorsOf(results)].join("\n\n")
}
