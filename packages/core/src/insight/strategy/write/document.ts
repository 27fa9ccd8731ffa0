import type { Prose, ProseRequest } from "../../../outbound/index.ts"
import { longDay } from "../../markdown/amounts.ts"
import { blocks, bullets, plain } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import { businessSection } from "./business.ts"
import { demandSection } from "./demand.ts"
import { documentsSection } from "./documents.ts"
import { openingFacts, openingOf } from "./opening.ts"
import { planSection } from "./plan.ts"
import { sourcesSection } from "./sources.ts"
import { standingSection } from "./standing.ts"
import { stepText } from "./step.ts"
import { type Voice, voiceOf } from "./voice.ts"
import { wasteSection } from "./waste.ts"

const first = 3

/** What the document is called. */
export const titleOf = ({ facts: { business, organization } }: Strategy): string =>
  `Strategy for ${business?.name || organization.name}`

/** The first few things to do, with what they bring. */
const firstSteps = (strategy: Strategy, voice: Voice): string | null =>
  strategy.plan.steps.length === 0
    ? null
    : blocks(
        "Begin here:",
        bullets(
          strategy.plan.steps.slice(0, first).map((step) => {
            const { effect, title } = stepText(step, strategy, voice)
            return `**${title}**: ${effect}`
          })
        )
      )

/** The opening, as the rules say it, and what a language model may say it from in other words. */
export const openingFor = (strategy: Strategy): ProseRequest => ({
  about:
    "the opening of a strategy for the advertising of a business: how it went, what is wasted, what is possible",
  text: openingOf(strategy, voiceOf(strategy)),
  facts: openingFacts(strategy)
})

/** The whole document, with the opening in the words that were found for it. */
export const writeStrategy = (strategy: Strategy, opening: Prose): string => {
  const voice = voiceOf(strategy)
  return `${blocks(
    `# ${plain(titleOf(strategy))}`,
    `*${longDay(strategy.facts.today)}*`,
    opening.text,
    firstSteps(strategy, voice),
    businessSection(strategy),
    standingSection(strategy, voice),
    wasteSection(strategy, voice),
    demandSection(strategy, voice),
    planSection(strategy, voice),
    documentsSection(strategy, voice),
    sourcesSection(strategy, opening.by, voice)
  )}\n`
}
