import { blocks, counted, listed, plain, quotation } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { DocumentView } from "../analyse/documents.ts"
import { campaignsOf } from "../analyse/steps.ts"
import type { Voice } from "./voice.ts"

/** Which figures of the account belong to what a document speaks of. */
const figures = (
  { campaigns }: DocumentView,
  { standing }: Strategy,
  { campaign, money }: Voice
): string | null => {
  const rows = standing.campaigns.filter(({ slug }) => campaigns.includes(slug))
  if (rows.length === 0) return null
  const told = rows.map(({ conversions, cpa, slug, spend, state }) =>
    spend === 0
      ? `${campaign(slug)} is ${state} and spent nothing`
      : `${campaign(slug)} spent ${money(spend)} for ${counted(conversions, "conversion")}${cpa === null ? "" : `, ${money(cpa)} each`}`
  )
  return `In the account: ${told.join("; ")}.`
}

/** Which steps of the plan are about what a document speaks of. */
const steps = ({ campaigns, products }: DocumentView, { plan }: Strategy): string | null => {
  const about = plan.steps.flatMap((step, n) => {
    const isMeant =
      (step.is === "theme" && step.theme.product !== null && products.includes(step.theme.product)) ||
      campaignsOf(step).some((slug) => campaigns.includes(slug))
    return isMeant ? [String(n + 1)] : []
  })
  if (about.length === 0) return null
  // A list of nearly all of them helps nobody.
  if (about.length * 2 > plan.steps.length) return "In the plan: most of the steps."
  return `In the plan: ${about.length === 1 ? "step" : "steps"} ${listed(about)}.`
}

const leftOut = ({ leftOut }: DocumentView): string | null =>
  leftOut === 0
    ? null
    : `${counted(leftOut, "paragraph")} of it ${leftOut === 1 ? "gives" : "give"} instructions and ${leftOut === 1 ? "is" : "are"} left out: a strategy quotes goals and plans, not orders.`

const section = (one: DocumentView, strategy: Strategy, voice: Voice): string =>
  blocks(
    `### ${plain(one.name)}`,
    one.passages.length === 0
      ? "Nothing in it is about goals, money or what is advertised."
      : one.passages.map(quotation).join("\n>\n"),
    [figures(one, strategy, voice), steps(one, strategy)].filter((part) => part !== null).join(" "),
    leftOut(one)
  )

/** What the documents say, in their own words. */
export const documentsSection = (strategy: Strategy, voice: Voice): string =>
  strategy.documents.length === 0
    ? ""
    : blocks(
        "## What your documents say",
        "In their own words. They were read, not obeyed: every figure and every step above comes from the account.",
        ...strategy.documents.map((one) => section(one, strategy, voice))
      )
