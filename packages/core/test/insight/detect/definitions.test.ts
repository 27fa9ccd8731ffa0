import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import {
  type Detector,
  detectorCount,
  detectors,
  isApplicable,
  optionsOf
} from "../../../src/contract/index.ts"
import type { DetectorDefinition } from "../../../src/insight/detect/definition.ts"
import { definitions } from "../../../src/insight/detect/detectors/index.ts"
import { extractFigures } from "../../../src/outbound/index.ts"

const root = join(import.meta.dirname, "../../../../..")
const folder = "packages/core/src/insight/detect/detectors"
const fileOf = (detector: Detector): string => `${folder}/${detector.replaceAll("_", "-")}.ts`

it("is one for every detector of the contract", () => {
  expect(Object.keys(definitions).toSorted()).toEqual([...detectors].toSorted())
  expect(globSync(`${folder}/*.ts`, { cwd: root }).toSorted()).toEqual(
    [...detectors.map(fileOf), `${folder}/index.ts`].toSorted()
  )
  expect(extractFigures(detectorCount)).toEqual([String(detectors.length)])
})

/** Also a type of campaign, and a table. */
const ambiguous: ReadonlySet<string> = new Set(["hipo", "negative_keywords"])

it.each(detectors.filter((detector) => !ambiguous.has(detector)))(
  "names %s in no file except its own, the index and the contract",
  (detector) => {
    const files = globSync("packages/{core,mcp,web,rest,http-host,server}/src/**/*.ts", { cwd: root }).filter(
      (file) =>
        !file.startsWith("packages/core/src/contract/") &&
        !file.startsWith("packages/core/src/storage/migrations/")
    )
    const naming = files.filter((file) =>
      new RegExp(`\\b${detector}\\b`).test(readFileSync(join(root, file), "utf8"))
    )
    expect(naming.filter((file) => file !== fileOf(detector))).toEqual([`${folder}/index.ts`])
  }
)

describe.each(detectors)("%s", (detector) => {
  const {
    step,
    stops,
    windowOption
  }: Pick<DetectorDefinition<Detector>, "step" | "stops"> & {
    readonly windowOption?: string
  } = definitions[detector]

  it("has a window that the contract offers as a number of days", () => {
    if (windowOption !== undefined)
      expect(optionsOf(detector)[windowOption]).toMatchObject({ takes: "whole number" })
  })

  it("has a step with every text, or none", () => {
    if (step === null) return
    for (const text of [step.title(1), step.title(2), step.why, step.effect]) expect(text.trim()).not.toBe("")
    // People do something else exactly where there is nothing to apply.
    expect(step.instead === undefined).toBe(isApplicable(detector))
    expect(step.goal === "stop").toBe(stops !== null)
  })
})
