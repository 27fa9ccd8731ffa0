import { blocks, bullets, inline } from "../../markdown.ts"
import { day } from "../../telling.ts"
import type { Strategy } from "../analyse/analyse.ts"
import { businessSection } from "./business.ts"
import { demandSection } from "./demand.ts"
import { documentsSection } from "./documents.ts"
import { openingOf } from "./opening.ts"
import { planSection } from "./plan.ts"
import { sourcesSection } from "./sources.ts"
import { standingSection } from "./standing.ts"
import { stepText } from "./step.ts"
import { voiceOf } from "./voice.ts"
import { wasteSection } from "./waste.ts"

const first = 3

/** What the document is called. */
export const titleOf = ({ facts: { business, organization } }: Strategy): string =>
  `Strategy for ${business?.name || organization.name}`

/** The whole document. Its opening may be said in other words than the rules' own. */
export const writeStrategy = (strategy: Strategy, opening: string): string => {
  const voice = voiceOf(strategy)
  const titles = strategy.plan.steps.slice(0, first).map((step) => {
    const { effect, title } = stepText(step, strategy, voice)
    return `**${title}**: ${effect}`
  })
  return `${blocks(
    `# ${inline(titleOf(strategy))}`,
    `*${day(strategy.facts.today)}*`,
    opening,
    titles.length === 0 ? null : blocks("Begin here:", bullets(titles)),
    businessSection(strategy),
    standingSection(strategy, voice),
    wasteSection(strategy, voice),
    demandSection(strategy, voice),
    planSection(strategy, voice),
    documentsSection(strategy, voice),
    sourcesSection(strategy, voice)
  )}\n`
}

/** The opening as the rules say it. */
export const ruledOpening = (strategy: Strategy): string => openingOf(strategy, voiceOf(strategy))
