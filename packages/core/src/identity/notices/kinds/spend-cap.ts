import { moneyFormatter, pagePaths } from "../../../contract/index.ts"
import { noticeKind, reasonFor } from "../notice-kind.ts"

/** A monthly cap that daily budgets commit by more than 90%. */
export const spendCapNotice = noticeKind({
  name: "spend_cap",
  about: ["cap_passed", "cap_near"],
  roles: ["owner", "admin"],
  emailTells: "all",
  draft: ({ currency, name, slug }, [{ cap, committed }]) => {
    const money = moneyFormatter(currency)
    const percent = cap === 0 ? 100 : Math.floor((committed / cap) * 100)
    return {
      subject: `Budgets of ${name} commit ${percent}% of the monthly cap`,
      paragraphs: [
        `Daily budgets of ${name} commit ${money(committed)} in 30 days, ${percent}% of the cap of ${money(cap)}. Changes above the cap are refused.`
      ],
      button: { label: "Open the limits", path: pagePaths.settings(slug), link: null },
      closing: [
        "Lower budgets that you do not need, or ask an owner to raise the cap.",
        "The next email about it comes only after the budgets fell below 90% and rose again.",
        reasonFor("an owner or admin")
      ]
    }
  }
})
