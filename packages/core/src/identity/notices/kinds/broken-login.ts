import { pagePaths } from "../../../contract/index.ts"
import { platformLabel } from "../../../platform/labels.ts"
import type { BrokenLogin } from "../../../platform/logins.ts"
import { listed, noticeKind, reasonFor } from "../notice-kind.ts"

const line = ({ accounts, broken_reason, email, platform }: BrokenLogin): string =>
  `${email ?? "The login"} (${platformLabel(platform)}, ${accounts === 1 ? "1 account" : `${accounts} accounts`}): ${broken_reason ?? "The login was revoked."}`

/** Platform logins that stopped working. Only owners can reconnect them. */
export const brokenLoginNotice = noticeKind({
  name: "broken_login",
  about: ["broken_login"],
  roles: ["owner"],
  emailTells: "all",
  draft: ({ name, slug }, items) => {
    const logins = items.map(({ login }) => login)
    const platform = platformLabel(items[0].login.platform)
    return {
      subject: `${name} is cut off from ${platform}: reconnect ${logins.length === 1 ? "the login" : `${logins.length} logins`}`,
      paragraphs: [
        `${platform} no longer accepts ${logins.length === 1 ? "a login" : `${logins.length} logins`} of ${name}. Campaigns keep running there as they are. Pauses and budget changes are stored here and reach ${platform} only after you reconnect.`,
        ...listed(logins.map(line))
      ],
      button: { label: "Reconnect", path: pagePaths.settings(slug, "accounts"), link: null },
      closing: [
        `To stop spend before then, pause the campaigns in ${platform} itself.`,
        reasonFor("an owner")
      ]
    }
  }
})
