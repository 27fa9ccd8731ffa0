import type { Section } from "../../document/document.ts"
import {
  blockquote,
  escapeMarkdown,
  joinBlocks,
  joinSentences,
  joinWithAnd,
  pluralize
} from "../../markdown.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { DocumentView } from "../analyse/documents.ts"
import { stepCampaigns } from "../analyse/steps.ts"
import type { StrategyFormat } from "./format.ts"

/** Returns the account's figures for the topics of a document. */
const campaignFigures = (
  { campaigns }: DocumentView,
  { performance }: Strategy,
  { campaign, money }: StrategyFormat
): string | null => {
  const rows = performance.campaigns.filter(({ slug }) => campaigns.includes(slug))
  if (rows.length === 0) return null
  const campaignTexts = rows.map(({ now: { conversions, cpa, spend }, slug, state }) =>
    spend === 0
      ? `${campaign(slug)} is ${state} and spent nothing`
      : `${campaign(slug)} spent ${money(spend)} for ${pluralize(conversions, "conversion")}${cpa === null ? "" : `, ${money(cpa)} each`}`
  )
  return `In the account: ${campaignTexts.join("; ")}.`
}

/** Returns the steps of the plan for the topics of a document. */
const relatedSteps = ({ campaigns, products }: DocumentView, { plan }: Strategy): string | null => {
  const stepNumbers = plan.steps.flatMap((step, n) => {
    const isRelated =
      (step.kind === "theme" && step.theme.product !== null && products.includes(step.theme.product)) ||
      stepCampaigns(step).some((slug) => campaigns.includes(slug))
    return isRelated ? [String(n + 1)] : []
  })
  if (stepNumbers.length === 0) return null
  // A list of nearly all steps does not help.
  if (stepNumbers.length * 2 > plan.steps.length) return "In the plan: most of the steps."
  return `In the plan: ${stepNumbers.length === 1 ? "step" : "steps"} ${joinWithAnd(stepNumbers)}.`
}

const leftOutNote = ({ leftOut }: DocumentView): string | null =>
  leftOut === 0
    ? null
    : `${pluralize(leftOut, "paragraph")} with instructions ${leftOut === 1 ? "is" : "are"} left out: a strategy quotes goals and plans, and follows no instructions.`

const documentSection = (one: DocumentView, strategy: Strategy, format: StrategyFormat): string =>
  joinBlocks(
    `### ${escapeMarkdown(one.name)}`,
    one.passages.length === 0
      ? "Nothing in it is about goals, money or what is advertised."
      : one.passages.map(blockquote).join("\n>\n"),
    joinSentences(campaignFigures(one, strategy, format), relatedSteps(one, strategy)),
    leftOutNote(one)
  )

/** Quotes the documents. */
export const documentsSection = (strategy: Strategy, format: StrategyFormat): ReadonlyArray<Section> =>
  strategy.documents.length === 0
    ? []
    : [
        {
          heading: "What your documents say",
          body: joinBlocks(
            "Quoted word for word. All figures and steps above come from the account, not from these documents.",
            ...strategy.documents.map((one) => documentSection(one, strategy, format))
          )
        }
      ]
