import type { Prose, ProseRequest } from "../../../outbound/index.ts"
import { formatLongDay } from "../../markdown/format.ts"
import { bulletList, escapeMarkdown, joinBlocks } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import { businessSection } from "./business.ts"
import { demandSection } from "./demand.ts"
import { documentsSection } from "./documents.ts"
import { type StrategyFormat, strategyFormat } from "./format.ts"
import { openingFacts, writeOpening } from "./opening.ts"
import { performanceSection } from "./performance.ts"
import { planSection } from "./plan.ts"
import { sourcesSection } from "./sources.ts"
import { stepText } from "./step.ts"
import { wasteSection } from "./waste.ts"

const firstStepCount = 3

/** Returns the title of the document. */
export const strategyTitle = ({ facts: { business, organization } }: Strategy): string =>
  `Strategy for ${business?.name || organization.name}`

/** Renders the first few steps with their results. */
const firstSteps = (strategy: Strategy, format: StrategyFormat): string | null =>
  strategy.plan.steps.length === 0
    ? null
    : joinBlocks(
        "Begin here:",
        bulletList(
          strategy.plan.steps.slice(0, firstStepCount).map((step) => {
            const { effect, title } = stepText(step, strategy, format)
            return `**${title}**: ${effect}`
          })
        )
      )

/** Returns the opening from the templates, and the facts from which a language model may rewrite it. */
export const openingRequest = (strategy: Strategy): ProseRequest => ({
  about:
    "the opening of a strategy for the advertising of a business: how it went, what is wasted, what is possible",
  text: writeOpening(strategy, strategyFormat(strategy)),
  facts: openingFacts(strategy)
})

/** Renders the whole document with the given opening. */
export const writeStrategy = (strategy: Strategy, opening: Prose): string => {
  const format = strategyFormat(strategy)
  return `${joinBlocks(
    `# ${escapeMarkdown(strategyTitle(strategy))}`,
    `*${formatLongDay(strategy.facts.today)}*`,
    opening.text,
    firstSteps(strategy, format),
    businessSection(strategy),
    performanceSection(strategy, format),
    wasteSection(strategy, format),
    demandSection(strategy, format),
    planSection(strategy, format),
    documentsSection(strategy, format),
    sourcesSection(strategy, opening.by, format)
  )}\n`
}
