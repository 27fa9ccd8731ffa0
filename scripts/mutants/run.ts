import { parseArgs } from "node:util"
import { type Area, areas, selfCheck, sourceFilesOf, testFilesOf } from "./areas.ts"
import { type Laboratory, openLaboratory, textOf } from "./laboratory.ts"
import { type Mutation, mutationsOf, nameOf, short } from "./mutation.ts"
import { nearestTests } from "./nearest-tests.ts"
import { keepResult, keepSurvivors, survivorNames } from "./results.ts"
import { sampled } from "./sample.ts"

/*
 * `npm run mutants` changes the code a little, one place at a time, and runs the tests around it: a mutant that no test
 * notices survives. No file on disk is changed. Options:
 *   --area NAME    one of the areas of areas.ts (repeatable; all without it)
 *   --files PART   only source files whose path contains this (repeatable)
 *   --sample N     at most N mutants of an area, chosen by --seed (1)
 *   --tests N      at most N test files for a mutant, the nearest by imports (6)
 *   --again        only those that survived the last run that was kept
 *   --keep         writes the results to results.json, from which `npm run docs` makes docs/reference/mutants.md
 *   --list         lists the mutants and runs nothing
 */
const { values } = parseArgs({
  options: {
    area: { type: "string", multiple: true },
    files: { type: "string", multiple: true },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: "6" },
    again: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    list: { type: "boolean", default: false }
  }
})

const said = ({ file, line, put, was }: Mutation) => `${file}:${line} ${short(was)} → ${short(put)}`

const chosenAreas = values.area?.includes(selfCheck.name)
  ? [selfCheck]
  : areas.filter(({ name }) => values.area?.includes(name) ?? true)

const mutationsIn = (area: Area) => {
  const files = sourceFilesOf(area).filter(
    (file) => values.files?.some((part) => file.includes(part)) ?? true
  )
  const all = files.flatMap((file) => mutationsOf(file, textOf(file)))
  if (values.again) {
    const survived = survivorNames(area.name)
    return { all, chosen: all.filter((mutation) => survived.has(nameOf(mutation))) }
  }
  const most = values.sample === undefined ? all.length : Number(values.sample)
  return { all, chosen: sampled(all, most, Number(values.seed)) }
}

/** Verdicts on mutations of one file. A batch whose process had to be ended is split until it is clear by whom. */
const verdictsOn = async (
  laboratory: Laboratory,
  file: string,
  mutations: ReadonlyArray<Mutation>,
  tests: ReadonlyArray<string>
): Promise<ReadonlyArray<boolean>> => {
  if (mutations.length === 0) return []
  const [unchanged, ...verdicts] = await laboratory.run(file, [null, ...mutations], tests)
  if (unchanged!.is === "killed")
    throw new Error(`Fails without any mutation, fix it first: ${unchanged!.by}`)
  if (verdicts.every(({ is }) => is !== "unended")) return verdicts.map(({ is }) => is === "killed")
  if (mutations.length === 1) return [true]
  const half = Math.ceil(mutations.length / 2)
  const first = await verdictsOn(laboratory, file, mutations.slice(0, half), tests)
  return [...first, ...(await verdictsOn(laboratory, file, mutations.slice(half), tests))]
}

const inBatches = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))

/** Reports what is known after each file, so that a run that is interrupted was not for nothing. */
const survivorsOf = async (
  area: Area,
  chosen: ReadonlyArray<Mutation>,
  onFile: (tried: number, survivors: ReadonlyArray<Mutation>) => void
): Promise<ReadonlyArray<Mutation>> => {
  const candidates = testFilesOf(area)
  const survivors: Array<Mutation> = []
  let tried = 0
  const laboratory = await openLaboratory(area.database)
  try {
    for (const [file, ofFile] of Map.groupBy(chosen, (mutation) => mutation.file)) {
      const tests = nearestTests(candidates, file, Number(values.tests))
      console.log(`  ${file}: ${ofFile.length} mutants, ${tests.length} test files`)
      // Each mutant has databases of its own until its batch ends.
      for (const some of inBatches(ofFile, area.database ? 8 : 30)) {
        const noticed = tests.length === 0 ? [] : await verdictsOn(laboratory, file, some, tests)
        const missed = some.filter((_, n) => noticed[n] !== true)
        for (const mutation of missed) console.log(`    SURVIVED ${said(mutation)}`)
        survivors.push(...missed)
      }
      tried += ofFile.length
      onFile(tried, survivors)
    }
  } finally {
    await laboratory.close()
  }
  return survivors
}

const runArea = async (area: Area): Promise<boolean> => {
  const { all, chosen } = mutationsIn(area)
  console.log(`${area.name}: ${chosen.length} of ${all.length} mutants`)
  if (values.list) {
    for (const mutation of chosen) console.log(`  ${said(mutation)}`)
    return true
  }
  const keep = (tried: number, found: ReadonlyArray<Mutation>) => {
    if (!values.keep) return
    const day = new Date().toISOString().slice(0, 10)
    const survivors = found.map(({ file, line, on, put, was }) => ({ file, line, on, put, was }))
    if (!values.again) keepResult({ area: area.name, day, possible: all.length, tried, survivors })
    else if (tried === chosen.length) keepSurvivors(area.name, survivors, day)
  }
  const survivors = await survivorsOf(area, chosen, keep)
  console.log(`${area.name}: ${chosen.length - survivors.length} of ${chosen.length} mutants were noticed.`)
  return survivors.length === 0
}

if (chosenAreas.length === 0) {
  console.log(`There is no such area. There are: ${areas.map(({ name }) => name).join(", ")}.`)
  process.exitCode = 2
}
for (const area of chosenAreas) if (!(await runArea(area))) process.exitCode = 1
