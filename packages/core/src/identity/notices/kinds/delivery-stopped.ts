import { wordsOf } from "../../../attention/index.ts"
import { pagePaths } from "../../../contract/index.ts"
import { listed, noticeKind, reasonFor } from "../notice-kind.ts"

/** Live campaigns that are not shown any more, or fewer clicks than usual. */
export const deliveryStoppedNotice = noticeKind({
  name: "delivery_stopped",
  about: ["delivery_stopped", "clicks_fell"],
  roles: ["owner", "admin"],
  emailTells: "new",
  draft: (organization, items) => {
    const { name, slug } = organization
    const words = items.map((item) => wordsOf(item, organization))
    const stopped = items.filter(({ kind }) => kind === "delivery_stopped").length
    return {
      subject:
        stopped === 0
          ? `Fewer clicks than usual at ${name}`
          : `${stopped === 1 ? "A live campaign is" : `${stopped} live campaigns are`} not shown at ${name}`,
      paragraphs: listed(words.map(({ line, title }) => `${title}. ${line}`)),
      button:
        words.length === 1
          ? {
              label: stopped === 1 ? "Open the campaign" : "Open the campaigns",
              path: words[0]!.path,
              link: null
            }
          : { label: "Open the overview", path: pagePaths.organization(slug), link: null },
      closing: [reasonFor("an owner or admin")]
    }
  }
})
