import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { renderDocument } from "../../../src/insight/document/document.ts"
import { factsColumn, factsOf } from "../../../src/insight/reports/facts/index.ts"
import { reportOf } from "../../../src/insight/reports/sections/index.ts"
import { extractFigures, unsupportedFigures } from "../../../src/outbound/index.ts"
import { sources } from "./support/sources.ts"

const runs = 400

describe("for any figures and text of an organization", () => {
  it("every figure of a report is in its facts", () => {
    fc.assert(
      fc.property(sources, ({ source, type }) => {
        const facts = factsOf(type, source)
        expect(unsupportedFigures(renderDocument(reportOf(facts)), JSON.stringify(facts))).toEqual([])
      }),
      { numRuns: runs }
    )
  })

  it("a figure outside the facts is detected", () => {
    fc.assert(
      fc.property(sources, fc.integer({ min: 1e12, max: 1e15 }), ({ source, type }, other) => {
        const facts = factsOf(type, source)
        const source_ = JSON.stringify(facts)
        fc.pre(!extractFigures(source_).includes(String(other)))
        expect(unsupportedFigures(`${renderDocument(reportOf(facts))}\n${other}`, source_)).toEqual([
          String(other)
        ])
      }),
      { numRuns: 50 }
    )
  })

  it("facts decode as stored", () => {
    fc.assert(
      fc.property(sources, ({ source, type }) => {
        const facts = factsOf(type, source)
        const stored = JSON.parse(JSON.stringify(factsColumn.write(facts)))
        expect(factsColumn.read(stored, { organization: 1, id: "rpt_1" })).toEqual(
          JSON.parse(JSON.stringify(facts))
        )
      }),
      { numRuns: 100 }
    )
  })
})
