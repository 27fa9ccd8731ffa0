import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { renderDocument } from "../../../../src/insight/documents/document.ts"
import { writeReport } from "../../../../src/insight/documents/kinds/index.ts"
import { factsColumn } from "../../../../src/insight/documents/tasks.ts"
import { extractFigures, unsupportedFigures } from "../../../../src/outbound/index.ts"
import { count } from "../../../support/counts.ts"
import { sources } from "../support/sources.ts"

describe("for any figures and text of an organization", () => {
  it("every figure of a report is in its facts, another is detected, and the facts decode as stored", () => {
    fc.assert(
      fc.property(sources, fc.integer({ min: 1e12, max: 1e15 }), ({ source, type }, other) => {
        const { document, facts } = writeReport(type, source)
        const [text, stored] = [renderDocument(document), JSON.stringify(facts)]
        fc.pre(!extractFigures(stored).includes(String(other)))
        expect(unsupportedFigures(`${text}\n${other}`, stored)).toEqual([String(other)])
        const read = factsColumn.read(JSON.parse(JSON.stringify(factsColumn.write(facts))), {
          organization: 1,
          id: "rpt_1"
        })
        expect(read).toEqual(JSON.parse(stored))
      }),
      { numRuns: count("documentRuns") }
    )
  })
})
