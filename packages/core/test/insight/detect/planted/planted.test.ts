import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { count, isLong } from "../../../support/counts.ts"
import { formatMeasured, measurePlanted } from "./measure.ts"

const page = new URL("../../../../../../docs/reference/detectors.md", import.meta.url)

describe("of the planted waste in several worlds", () => {
  it("detectors find nine tenths and hardly anything else; the page has these figures", async () => {
    const measured = await measurePlanted(count("plantedWorlds"))
    console.log(formatMeasured(measured))
    for (const { precision, recall } of measured) {
      expect(precision).toBeGreaterThanOrEqual(0.95)
      expect(recall).toBeGreaterThanOrEqual(0.9)
    }
    if (isLong) expect(readFileSync(page, "utf8")).toContain(formatMeasured(measured))
  })
})
