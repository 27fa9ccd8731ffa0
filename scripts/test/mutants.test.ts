import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import ts from "typescript-api"
import { describe, expect, it } from "vitest"
import { root } from "../module-graph/output-files.ts"
import { areas, sourceFilesOf, testFilesOf } from "../mutants/areas.ts"
import { boundLoops } from "../mutants/bounded-loops.ts"
import { explainedSurvivors } from "../mutants/explained.ts"
import { hintedNames } from "../mutants/hints.ts"
import { textOf } from "../mutants/mutant-runner.ts"
import { mutated, mutationsOf, nameOf } from "../mutants/mutation.ts"
import { importDistance, nearestTests } from "../mutants/nearest-tests.ts"
import { sampled } from "../mutants/sample.ts"

const changesOf = (text: string): ReadonlyArray<string> =>
  mutationsOf("a.ts", text).map(({ put, was }) => `${was} → ${put}`)

describe("mutations", () => {
  it.each([
    ["const a = b < c", ["< → <="]],
    ["const a = b >= 5", [">= → >", "5 → 6"]],
    ["const a = b === c || d", ["=== → !==", "|| → &&"]],
    ["if (a === b) c()", ["a === b → true", "a === b → false", "c() → ;"]],
    ["const a = b ? 1 : 2", ["b → true", "b → false", "1 → 2", "2 → 3"]],
    ["const a = (b ?? 3) * c", ["b ?? 3 → ((b) && (3))", "3 → 4", "* → /"]],
    ["const a = !b", ["!b → b"]],
    ["const a = Math.min(b, c)", ["min → max"]],
    ["const a = b.pipe(Effect.withSpan('C.d'))", []],
    ["const a = b.filter(c)", ["b.filter(c) → b"]],
    ["const a = { b: true, c: 'word', d: 'a sentence' }", ["true → false", `'word' → ""`]],
    [
      "const a = sql`select b from c where d = 1 and f > 2 for update`",
      ["and → or", " >  →  >= ", " for update → "]
    ],
    ["import a from 'b'; type C = 'd' | 5; interface E { f: 'g' }", []]
  ])("of %s", (text, changes) => {
    expect(changesOf(text)).toEqual(changes)
  })

  it("of a real file can be parsed by TypeScript", () => {
    const [file] = sourceFilesOf(areas[0]!)
    const text = textOf(file!)
    const mutations = mutationsOf(file!, text)
    expect(mutations.length).toBeGreaterThan(50)
    for (const mutation of sampled(mutations, 10, 1)) {
      const { diagnostics } = ts.transpileModule(boundLoops(mutated(text, mutation)), {
        reportDiagnostics: true
      })
      expect([nameOf(mutation), diagnostics?.length]).toEqual([nameOf(mutation), 0])
    }
  })

  it.each([
    "let a = 0; while (a < 5) { a = a * 1 }",
    "let a = 0; while (a < 5) a = a * 1",
    "let a = 0; for (const b of [1]) while (a < 5) a = a * b; a++"
  ])("that make a loop endless fail with an error: %s", (text) => {
    expect(() => new Function(boundLoops(text))()).toThrow("does not end")
  })
})

describe("areas", () => {
  it.each(areas)("$name has source files and tests that import them", (area) => {
    expect(sourceFilesOf(area).length).toBeGreaterThan(0)
    const [nearest] = nearestTests(testFilesOf(area), sourceFilesOf(area)[0]!, 1)
    expect(nearest).toMatch(/\.test\.ts$/)
  })

  it("have the tests that hints name", () => {
    const tests = areas.flatMap(testFilesOf)
    const missing = hintedNames.filter(
      (name) => !tests.some((test) => test.endsWith(`/test/${name}.test.ts`))
    )
    expect(missing).toEqual([])
  })

  it("measures the import distance from a test to a file", () => {
    const test = "scripts/mutants/self-check/age.test.ts"
    expect(importDistance(test, "scripts/mutants/self-check/age.ts")).toBe(1)
    expect(importDistance(test, "scripts/mutants/run.ts")).toBe(Number.POSITIVE_INFINITY)
  })
})

it("a sample is the same for the same seed, in order", () => {
  const numbers = Array.from({ length: 100 }, (_, n) => n)
  const some = sampled(numbers, 10, 7)
  expect(some).toHaveLength(10)
  expect(some).toEqual(some.toSorted((a, b) => a - b))
  expect(sampled(numbers, 10, 7)).toEqual(some)
  expect(sampled(numbers, 10, 8)).not.toEqual(some)
})

const mutationNames = new Map<string, ReadonlyArray<string>>()
const namesIn = (file: string): ReadonlyArray<string> => {
  const known = mutationNames.get(file) ?? mutationsOf(file, textOf(file)).map(nameOf)
  mutationNames.set(file, known)
  return known
}

it.each(explainedSurvivors)("the survivor on $on still matches the code", (each) => {
  expect(namesIn(each.file)).toContain(nameOf(each))
})

it("the command distinguishes killed mutants from survivors", async () => {
  const command = join(root, "scripts/mutants/run.ts")
  const failed = await promisify(execFile)(process.execPath, [command, "--area", "self-check"], {
    cwd: root
  }).catch((error: unknown) => error as { readonly code: number; readonly stdout: string })
  const { code, stdout } = failed as { readonly code?: number; readonly stdout: string }
  expect(code).toBe(1)
  expect(stdout).not.toContain("age.ts:3 ")
  expect(stdout.match(/SURVIVED \S+:5 /g)).toHaveLength(4)
  expect(stdout).toContain("self-check: 7 of 13 mutants were killed.")
})
