import { parseArgs } from "node:util"
import { type Area, areas, selfCheck, sourceFilesOf, testFilesOf } from "./areas.ts"
import { hintedTests } from "./hints.ts"
import { type MutantRunner, openMutantRunner, type Trial, textOf } from "./mutant-runner.ts"
import { type Mutation, mutationsOf, nameOf, short } from "./mutation.ts"
import { nearestTests } from "./nearest-tests.ts"
import { fileResult, keepResults, survivorNames } from "./results.ts"
import { sampled } from "./sample.ts"

/*
 * `npm run mutants` changes the code a little, one place at a time, and runs the tests around it: a mutant that no test
 * notices survives. No file on disk is changed. Options:
 *   --area NAME    one of the areas of areas.ts (repeatable; all without it)
 *   --files PART   only source files whose path contains this (repeatable)
 *   --sample N     at most N mutants of an area, chosen by --seed (1)
 *   --tests N      at most N test files for a mutant, the nearest by imports (6)
 *   --again        only those that survived the last runs that were kept
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

const describeMutation = ({ file, line, put, was }: Mutation) =>
  `${file}:${line} ${short(was)} → ${short(put)}`

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
  const sampleSize = values.sample === undefined ? all.length : Number(values.sample)
  return { all, chosen: sampled(all, sampleSize, Number(values.seed)) }
}

/** What is tried in one process: many mutants, since it takes seconds to start, but not so many that it grows too large. */
const mostInProcess = 50

const inProcesses = (trials: ReadonlyArray<Trial>): ReadonlyArray<ReadonlyArray<Trial>> => {
  const processes: Array<{ size: number; readonly trials: Array<Trial> }> = []
  for (const trial of trials) {
    const last = processes.at(-1)
    if (last !== undefined && last.size + trial.mutations.length <= mostInProcess) {
      last.trials.push(trial)
      last.size += trial.mutations.length
    } else processes.push({ size: trial.mutations.length, trials: [trial] })
  }
  return processes.map((process) => process.trials)
}

/** Where the process had to be ended, the mutant that it was at was noticed, and the others are tried again. */
const survivorsOfProcess = async (
  runner: MutantRunner,
  trials: ReadonlyArray<Trial>
): Promise<ReadonlyArray<Mutation>> => {
  const { broken, verdicts } = await runner.run(trials)
  for (const test of broken) console.log(`    LEFT OUT, it fails without a mutation: ${test}`)
  const survivors = [...verdicts].flatMap(([mutation, { is }]) => (is === "survived" ? [mutation] : []))
  const [endless, ...unended] = [...verdicts].flatMap(([mutation, { is }]) =>
    is === "unended" ? [mutation] : []
  )
  if (endless !== undefined) console.log(`    ENDED THE PROCESS ${describeMutation(endless)}`)
  if (unended.length === 0) return survivors
  const rest = trials.flatMap((trial) => {
    const mutations = trial.mutations.filter((mutation) => unended.includes(mutation))
    return mutations.length === 0 ? [] : [{ ...trial, mutations }]
  })
  return [...survivors, ...(await survivorsOfProcess(runner, rest))]
}

/** Reports what is known after each process, so that a run that is interrupted was not for nothing. */
const survivorsOf = async (
  area: Area,
  chosen: ReadonlyArray<Mutation>,
  onProcess: (trials: ReadonlyArray<Trial>, survivors: ReadonlyArray<Mutation>) => void
): Promise<ReadonlyArray<Mutation>> => {
  const candidates = testFilesOf(area)
  const trials = [...Map.groupBy(chosen, ({ file }) => file)].map(([file, mutations]) => ({
    file,
    mutations,
    tests: [
      ...new Set([...hintedTests(file, candidates), ...nearestTests(candidates, file, candidates.length)])
    ].slice(0, Number(values.tests))
  }))
  const untested = trials.filter(({ tests }) => tests.length === 0)
  const survivors = untested.flatMap(({ mutations }) => mutations)
  onProcess(untested, survivors)
  const runner = await openMutantRunner(area.database)
  try {
    for (const some of inProcesses(trials.filter(({ tests }) => tests.length > 0))) {
      const start = performance.now()
      const missed = await survivorsOfProcess(runner, some)
      const seconds = Math.round((performance.now() - start) / 1000)
      for (const { file, mutations, tests } of some) {
        console.log(`  ${file}: ${mutations.length} mutants, ${tests.length} test files`)
        for (const mutation of missed.filter((each) => each.file === file))
          console.log(`    SURVIVED ${describeMutation(mutation)}`)
      }
      console.log(`  ${seconds} s`)
      survivors.push(...missed)
      onProcess(some, missed)
    }
  } finally {
    await runner.close()
  }
  return survivors
}

const runArea = async (area: Area): Promise<boolean> => {
  const { all, chosen } = mutationsIn(area)
  console.log(`${area.name}: ${chosen.length} of ${all.length} mutants`)
  if (values.list) {
    for (const mutation of chosen) console.log(`  ${describeMutation(mutation)}`)
    return true
  }
  const keep = (trials: ReadonlyArray<Trial>, missed: ReadonlyArray<Mutation>) => {
    if (!values.keep || trials.length === 0) return
    const found = trials.map(({ file, mutations }) => ({
      file,
      // What survived before and was tried again was counted then.
      tried: values.again ? fileResult(area.name, file)!.tried : mutations.length,
      survivors: missed
        .filter((mutation) => mutation.file === file)
        .map(({ line, on, put, was }) => ({ line, on, put, was }))
    }))
    const sources = sourceFilesOf(area)
    const possible = sources.flatMap((file) => mutationsOf(file, textOf(file))).length
    keepResults(area.name, found, { possible, sources })
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
