import { lowQualityScore } from "../../../campaigns/index.ts"
import { joinWithAnd, pluralize } from "../../markdown.ts"
import type { PlanStep } from "../analyse/steps.ts"
import type { StrategyFormat } from "./format.ts"
import { campaignLines, type StepText } from "./step-text.ts"

type StepOf<Kind extends PlanStep["kind"]> = Extract<PlanStep, { readonly kind: Kind }>

export const disapprovedStep = ({ ads, items }: StepOf<"disapproved">, format: StrategyFormat): StepText => ({
  title: `Correct ${pluralize(ads, "ad")} that the ad platform does not show`,
  why: "A disapproved ad gets no impressions, and its keywords depend on the other ads.",
  lines: campaignLines(items, (one) => pluralize(one.ads, "disapproved ad"), format),
  effect: `${ads === 1 ? "it is" : "they are"} shown again after the platform's review`,
  how: "the ad platform states the reason; correct the text or the landing page that it names"
})

export const rankStep = ({ items }: StepOf<"rank">, format: StrategyFormat): StepText => ({
  title: `Improve the ads and landing pages of ${items.length === 1 ? format.name(items[0]!.campaign) : pluralize(items.length, "campaign")}`,
  why: "Impressions are lost to ad rank: other ads fit the searches better or bid more. A larger budget would not win them.",
  lines: campaignLines(
    items,
    ({ lost, lowQuality, poor }) =>
      joinWithAnd([
        `lost ${lost} of its impressions to ad rank in the last seven days`,
        ...(lowQuality.keywords === 0
          ? []
          : [
              `has ${pluralize(lowQuality.keywords, "keyword")} with a quality score of ${lowQualityScore} or lower, which cost ${format.money(lowQuality.spend)} in 30 days`
            ]),
        ...(poor === 0 ? [] : [`has ${pluralize(poor, "ad")} of poor strength`])
      ]),
    format
  ),
  effect: "more of the impressions that other advertisers get today, and cheaper clicks where scores rise",
  how: items.some(({ lowQuality }) => lowQuality.keywords > 0)
    ? "begin with the keywords of low score: name the search in the headlines and lead to a page about it"
    : "add headlines that name the searches, and lead to a page about them"
})
