import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { renderDocument } from "../../../../src/insight/documents/document.ts"
import { writeReport } from "../../../../src/insight/documents/kinds/index.ts"
import { factsColumn } from "../../../../src/insight/documents/tasks.ts"
import { extractFigures, unsupportedFigures } from "../../../../src/outbound/index.ts"
import { sources } from "../support/sources.ts"

const runs = 400

describe("for any figures and text of an organization", () => {
  it("every figure of a report is in its facts", () => {
    fc.assert(
      fc.property(sources, ({ source, type }) => {
        const { document, facts } = writeReport(type, source)
        expect(unsupportedFigures(renderDocument(document), JSON.stringify(facts))).toEqual([])
      }),
      { numRuns: runs }
    )
  })

  it("a figure outside the facts is detected", () => {
    fc.assert(
      fc.property(sources, fc.integer({ min: 1e12, max: 1e15 }), ({ source, type }, other) => {
        const { document, facts } = writeReport(type, source)
        const source_ = JSON.stringify(facts)
        fc.pre(!extractFigures(source_).includes(String(other)))
        expect(unsupportedFigures(`${renderDocument(document)}\n${other}`, source_)).toEqual([String(other)])
      }),
      { numRuns: 50 }
    )
  })

  it("facts decode as stored", () => {
    fc.assert(
      fc.property(sources, ({ source, type }) => {
        const { facts } = writeReport(type, source)
        const stored = JSON.parse(JSON.stringify(factsColumn.write(facts)))
        expect(factsColumn.read(stored, { organization: 1, id: "rpt_1" })).toEqual(
          JSON.parse(JSON.stringify(facts))
        )
      }),
      { numRuns: 100 }
    )
  })
})
