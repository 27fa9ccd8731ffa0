import { wordsOf } from "../../../attention/index.ts"
import { pagePaths } from "../../../contract/index.ts"
import { listed, noticeKind, reasonFor } from "../notice-kind.ts"

/** Changes made in the ad platform that wait for a decision. */
export const outsideChangeNotice = noticeKind({
  name: "outside_change",
  about: ["outside_change"],
  roles: ["owner", "admin"],
  emailTells: "new",
  draft: (organization, items) => {
    const words = items.map((item) => wordsOf(item, organization))
    const [first, ...others] = words
    return {
      subject:
        others.length === 0
          ? first!.title
          : `${words.length} campaigns of ${organization.name} were changed outside Adwarden`,
      paragraphs: [
        `Somebody changed ${others.length === 0 ? "a campaign" : "campaigns"} of ${organization.name} in ${organization.adPlatform}. Accept the changes, or take them back.`,
        ...listed(words.map(({ line, title }) => `${title}. ${line}`))
      ],
      button:
        others.length === 0
          ? { label: "Open the campaign", path: first!.path, link: null }
          : { label: "Open the overview", path: pagePaths.organization(organization.slug), link: null },
      closing: [reasonFor("an owner or admin")]
    }
  }
})
