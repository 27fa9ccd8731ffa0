import type { Document } from "../../document/document.ts"
import type { ReportFacts } from "../facts/index.ts"
import { competitorReport } from "./competitor.ts"
import { intelligenceReport } from "./intelligence.ts"
import { performanceReport } from "./performance.ts"
import { strategicReport } from "./strategic.ts"
import { weeklyReport } from "./weekly.ts"

/** Renders facts as a document. */
export const reportOf = (facts: ReportFacts): Document => {
  switch (facts.type) {
    case "weekly":
      return weeklyReport(facts)
    case "performance":
      return performanceReport(facts)
    case "intelligence":
      return intelligenceReport(facts)
    case "competitor":
      return competitorReport(facts)
    case "strategic":
      return strategicReport(facts)
  }
}
