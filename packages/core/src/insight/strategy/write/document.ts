import type { Document } from "../../document/document.ts"
import { escapeMarkdown, formatLongDay } from "../../markdown.ts"
import type { Strategy } from "../analyse/analyse.ts"
import { businessSection } from "./business.ts"
import { demandSection } from "./demand.ts"
import { documentsSection } from "./documents.ts"
import { strategyFormat } from "./format.ts"
import { openingSection } from "./opening.ts"
import { performanceSection } from "./performance.ts"
import { planSection } from "./plan.ts"
import { sourcesSection } from "./sources.ts"
import { wasteSection } from "./waste.ts"

/** Returns the strategy as a document. */
export const strategyDocument = (strategy: Strategy): Document => {
  const format = strategyFormat(strategy)
  const { business, organization, today } = strategy.facts
  return {
    title: escapeMarkdown(`Strategy for ${business?.name || organization.name}`),
    sections: [
      { prose: `*${formatLongDay(today)}*` },
      openingSection(strategy, format),
      ...businessSection(strategy),
      performanceSection(strategy, format),
      wasteSection(strategy, format),
      demandSection(strategy, format),
      planSection(strategy, format),
      ...documentsSection(strategy, format),
      sourcesSection(strategy)
    ]
  }
}
