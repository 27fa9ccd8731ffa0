import { areas } from "./areas.ts"
import { type Explained, explained } from "./explained.ts"
import { nameOf, short } from "./mutation.ts"
import { type AreaResult, readResults, type Survivor } from "./results.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim()
const code = (text: string): string => `\`${short(text).replaceAll("`", "'")}\``
const row = (cells: ReadonlyArray<string>): string => `| ${cells.map(cell).join(" | ")} |`

const explainedNames = new Map(explained.map((each): [string, Explained] => [nameOf(each), each]))

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
  const noticed = tried - survivors.length
  return row([
    area,
    day,
    String(possible),
    String(tried),
    String(noticed),
    percent(noticed, tried),
    String(accounted),
    String(survivors.length - accounted)
  ])
}

const survivorRow = (survivor: Listed): string =>
  row([
    `[${survivor.file.split("/").at(-1)}](../../${survivor.file})`,
    code(survivor.on),
    `${code(survivor.was)} → ${code(survivor.put)}`,
    explainedNames.get(nameOf(survivor))?.why ?? "No test noticed it in that run."
  ])

const introduction = `# Mutants

A test that passes says little; a test that fails when the code is wrong says much. \`npm run mutants\` changes the code a
little, one place at a time, and runs the tests around it. A mutant that no test notices survives. Made by \`npm run docs\`
from \`scripts/mutants/results.json\`, which \`npm run mutants -- --keep\` writes, and from \`scripts/mutants/explained.ts\`.

**What is changed.** Borders (\`<\` and \`<=\`), conditions (always, never), \`&&\` and \`||\`, arithmetic, numbers by one, single
words to nothing, statements left out, \`some\` and \`every\`, \`filter\` and \`slice\` left out; in SQL row locks, conditions,
borders and order. Sentences are left alone.

**How it runs.** No file on disk is changed. Up to 100 mutants run in one process, which loads only the mutated file and
its importers anew for each. A small runner stands in for vitest's: it loads the test files one after another and stops at
the first failure, so that a mutant makes no more databases than it needs. The tests are those of the area
(\`scripts/mutants/areas.ts\`) that import the file, the nearest first; a test that fails without a mutation is left out.
Property tests run 100 times at most. \`--area\`, \`--files\`, \`--sample\` with \`--seed\` and \`--tests\` choose; \`--again\` tries
only what survived before. \`--keep\` replaces the results of the files that were run.

**Decision (2026-11-16): a command of our own, not StrykerJS.** Stryker's vitest runner would run the whole graph of tests
in a copy of the project and knows nothing of our SQL, of the database that the tests share, or of pinned Node versions;
with \`isolate: false\` and a Postgres for all files it would need a configuration for each area all the same. Ours is
about 400 lines on parts that are here: TypeScript's parser and the way \`npm run guards\` changes code on its way into a test.
It costs us the operators that Stryker has and we do not (regular expressions, object literals).

**Reading the score.** Equivalent mutants cannot be noticed, so 100% is not the aim: a survivor is killed by a test or
explained. An area with fewer tried than there are was sampled or interrupted; a sample says how good the tests are, not that every line is held.
The score counts only the tests of the area: a survivor may be noticed by the rest of the suite.`

const table = (results: ReadonlyArray<AreaResult>): string => {
  const missing = areas
    .filter(({ name }) => !results.some(({ area }) => area === name))
    .map(({ name }) => name)
  return [
    "## Score",
    "",
    "| Area | Run on | Mutants | Tried | Noticed | Score | Explained | Open |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...results.map(scoreOf),
    ...(missing.length === 0 ? [] : ["", `Not run yet: ${missing.join(", ")}.`])
  ].join("\n")
}

const survivorsOf = (results: ReadonlyArray<AreaResult>): string =>
  [
    "## Survivors",
    "",
    "| File | Line | Change | Why it stays |",
    "| --- | --- | --- | --- |",
    ...results.flatMap(listed).map(survivorRow)
  ].join("\n")

/** The page of the last runs that were kept. */
export const mutantsPage = (): string => {
  const results = readResults()
  return [introduction, table(results), survivorsOf(results)].join("\n\n")
}
