import { formatNumber, type MoneyFormat } from "../../markdown/format.ts"
import { escapeMarkdown, pluralize } from "../../markdown/text.ts"
import type { OptionFact } from "../facts/options.ts"
import { orUnknown } from "./wording.ts"

/** Describes an option with its figures and their basis. */
export const optionText = (
  option: OptionFact,
  money: MoneyFormat
): { readonly title: string; readonly text: string } => {
  switch (option.option) {
    case "stop_waste":
      return {
        title: "Stop the waste that is known",
        text:
          `${pluralize(option.recommendations, "recommendation")} with an estimate ${option.recommendations === 1 ? "waits" : "wait"} to be decided. Together they would have saved ${money(option.saving_month)} of the last 30 days, each keyword and search counted once` +
          `${option.share === null ? "" : `: ${option.share} of what as many days of the quarter cost on average`}. It is cost that bought nothing; a campaign limited by its budget will spend it elsewhere. Every one of them can be undone.`
      }
    case "move_money":
      return {
        title: `Move money from ${escapeMarkdown(option.from)} to ${escapeMarkdown(option.to)}`,
        text: `A conversion cost ${money(option.from_cpa)} in **${escapeMarkdown(option.from)}** and ${money(option.to_cpa)} in **${escapeMarkdown(option.to)}**. The ${option.part} of the first one's spend that would move (${money(option.amount)}) bought ${formatNumber(option.conversions_there)} conversions there; at the other's price it buys ${formatNumber(option.conversions_here)}, which is ${formatNumber(option.gain)} more for the same money. The price may rise as more is bought: move it in steps.`
      }
    case "grow_winner":
      return {
        title: `Give ${escapeMarkdown(option.campaign)} more`,
        text: `It spent its budget on ${option.spent_out} of ${pluralize(option.days, "day")}, at ${money(option.cpa)} a conversion. From ${money(option.budget)} to ${money(option.raised)} a day costs up to ${money(option.cost_month)} more a month and brings about ${formatNumber(option.conversions_month)} conversions, if the next ones cost what the last ones did.`
      }
    case "stay":
      return {
        title: "Go on as it is",
        text: `The next quarter then costs about ${money(option.spend)} and brings about ${pluralize(option.conversions, "conversion")}${option.cpa === null ? "" : ` at ${orUnknown(option.cpa, money)} each`}, as far as the season is the same.`
      }
  }
}
