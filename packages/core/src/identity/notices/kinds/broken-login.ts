import { Effect } from "effect"
import { pagePaths } from "../../../contract/index.ts"
import { type BrokenLogin, brokenLogins, brokenLoginsOf } from "../../../platform/broken-logins.ts"
import { platformLabel } from "../../../platform/labels.ts"
import { listed, type NoticeKind, reasonFor } from "../notice-kind.ts"

const line = ({ accounts, broken_reason, email, platform }: BrokenLogin): string =>
  `${email ?? "The login"} (${platformLabel(platform)}, ${accounts === 1 ? "1 account" : `${accounts} accounts`}): ${broken_reason ?? "The login was revoked."}`

/** Platform logins that stopped working. Only owners can reconnect them. */
export const brokenLoginNotice: NoticeKind = {
  name: "broken_login",
  roles: ["owner"],
  emailTells: "all",
  current: brokenLogins,
  draft: ({ id, name, slug }, subjects) =>
    Effect.map(brokenLoginsOf(id), (all) => {
      const logins = all.filter((one) => subjects === null || subjects.has(one.subject))
      const [first, ...others] = logins
      if (first === undefined) return null
      const platform = platformLabel(first.platform)
      return {
        subject: `${name} is cut off from ${platform}: reconnect ${others.length === 0 ? "the login" : `${logins.length} logins`}`,
        paragraphs: [
          `${platform} no longer accepts ${others.length === 0 ? "a login" : `${logins.length} logins`} of ${name}. Campaigns keep running there as they are. Pauses and budget changes are stored here and reach ${platform} only after you reconnect.`,
          ...listed(logins.map(line))
        ],
        button: { label: "Reconnect", path: pagePaths.settings(slug, "accounts"), link: null },
        closing: [
          `To stop spend before then, pause the campaigns in ${platform} itself.`,
          reasonFor("an owner")
        ]
      }
    })
}
