import { parseArgs } from "node:util"
import { type Area, areas, selfCheck, sourceFilesOf, testFilesOf } from "./areas.ts"
import { hintedTests } from "./hints.ts"
import { type MutantRunner, openMutantRunner, type Trial, textOf } from "./mutant-runner.ts"
import { type Mutation, mutationsOf, nameOf, short } from "./mutation.ts"
import { nearestTests } from "./nearest-tests.ts"
import { type FileResult, fileResult, storeResults, survivorNames } from "./results.ts"
import { sampled } from "./sample.ts"

/*
 * `npm run mutants` changes the code in one place at a time and runs the tests around it. A mutant that no test
 * kills survives. It changes no file on disk. Options:
 *   --area NAME    an area of areas.ts (repeatable; default: all)
 *   --files PART   only source files whose path contains this (repeatable)
 *   --sample N     at most N mutants of an area, selected by --seed (default 1)
 *   --tests N      at most N test files per mutant, nearest by imports first (default 6)
 *   --again        only the stored survivors
 *   --keep         stores the results in results.json, from which `npm run docs` writes docs/reference/mutants.md
 *   --list         only lists the mutants
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
    return { files, all, chosen: all.filter((mutation) => survived.has(nameOf(mutation))) }
  }
  const sampleSize = values.sample === undefined ? all.length : Number(values.sample)
  return { files, all, chosen: sampled(all, sampleSize, Number(values.seed)) }
}

/**
 * The number of mutants per process: many, because a process takes seconds to start, but few enough to limit
 * its memory.
 */
const maxPerProcess = 50

const inProcesses = (trials: ReadonlyArray<Trial>): ReadonlyArray<ReadonlyArray<Trial>> => {
  const processes: Array<{ size: number; readonly trials: Array<Trial> }> = []
  for (const trial of trials) {
    const last = processes.at(-1)
    if (last !== undefined && last.size + trial.mutations.length <= maxPerProcess) {
      last.trials.push(trial)
      last.size += trial.mutations.length
    } else processes.push({ size: trial.mutations.length, trials: [trial] })
  }
  return processes.map((process) => process.trials)
}

/**
 * Returns the survivors of a process. If the process ended early, its current mutant counts as killed, and
 * the others run again.
 */
const survivorsOfProcess = async (
  runner: MutantRunner,
  trials: ReadonlyArray<Trial>
): Promise<ReadonlyArray<Mutation>> => {
  const { broken, verdicts } = await runner.run(trials)
  for (const test of broken) console.log(`    SKIPPED, fails without a mutation: ${test}`)
  const survivors = [...verdicts].flatMap(([mutation, { is }]) => (is === "survived" ? [mutation] : []))
  for (const [mutation, verdict] of verdicts)
    if (verdict.is === "killed" && verdict.by.endsWith("(timed out)"))
      console.log(`    KILLED BY A TIMEOUT ${describeMutation(mutation)}: ${verdict.by}`)
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

/**
 * Returns the survivors, and reports them after each process, so that an interrupted run keeps its results.
 */
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
    for (const processTrials of inProcesses(trials.filter(({ tests }) => tests.length > 0))) {
      const start = performance.now()
      const missed = await survivorsOfProcess(runner, processTrials)
      const seconds = Math.round((performance.now() - start) / 1000)
      for (const { file, mutations, tests } of processTrials) {
        console.log(`  ${file}: ${mutations.length} mutants, ${tests.length} test files`)
        for (const mutation of missed.filter((each) => each.file === file))
          console.log(`    SURVIVED ${describeMutation(mutation)}`)
      }
      console.log(`  ${seconds} s`)
      survivors.push(...missed)
      onProcess(processTrials, missed)
    }
  } finally {
    await runner.close()
  }
  return survivors
}

/**
 * The number of tried mutants after earlier survivors were tried again. Survivors that are no longer in the
 * code do not count any more; a second mutant with a survivor's name counts too.
 */
const triedAgain = ({ survivors, tried }: FileResult, again: number): number =>
  tried - survivors.length + again

/** Returns those of the files whose stored survivors are all gone from the code. */
const vanishedFrom = (
  area: string,
  files: ReadonlyArray<string>,
  left: ReadonlyArray<Mutation>
): ReadonlyArray<string> =>
  files.filter(
    (file) => (fileResult(area, file)?.survivors.length ?? 0) > 0 && !left.some((each) => each.file === file)
  )

const runArea = async (area: Area): Promise<boolean> => {
  const { all, chosen, files } = mutationsIn(area)
  console.log(`${area.name}: ${chosen.length} of ${all.length} mutants`)
  if (values.list) {
    for (const mutation of chosen) console.log(`  ${describeMutation(mutation)}`)
    return true
  }
  const store = (trials: ReadonlyArray<Trial>, missed: ReadonlyArray<Mutation>) => {
    if (!values.keep) return
    const found = trials.map(({ file, mutations }) => ({
      file,
      tried: values.again ? triedAgain(fileResult(area.name, file)!, mutations.length) : mutations.length,
      survivors: missed
        .filter((mutation) => mutation.file === file)
        .map(({ line, on, put, was }) => ({ line, on, put, was }))
    }))
    const sources = sourceFilesOf(area)
    const possible = sources.flatMap((file) => mutationsOf(file, textOf(file))).length
    storeResults(area.name, found, { possible, sources })
  }
  if (values.again)
    store(
      vanishedFrom(area.name, files, chosen).map((file) => ({ file, mutations: [], tests: [] })),
      []
    )
  const survivors = await survivorsOf(area, chosen, store)
  console.log(`${area.name}: ${chosen.length - survivors.length} of ${chosen.length} mutants were killed.`)
  return survivors.length === 0
}

if (chosenAreas.length === 0) {
  console.log(`Unknown area. Use one of ${areas.map(({ name }) => name).join(", ")}.`)
  process.exitCode = 2
}
for (const area of chosenAreas) if (!(await runArea(area))) process.exitCode = 1
