import type { Frame } from "@adwarden/core"
import { pagePaths, type SettingsSection, settingsSections } from "@adwarden/core/contract"
import type { Page } from "../../kit/browser-request.ts"
import { type Content, html } from "../../kit/html.ts"
import { head, tabs } from "../../parts/index.ts"

const titles: Readonly<Record<SettingsSection, string>> = {
  limits: "Limits",
  keys: "API keys and approvals",
  members: "Members",
  accounts: "Ad accounts",
  notifications: "Notifications",
  audit: "Audit trail"
}

/** A section of the settings, with the tabs of all. */
export const settingsPage = (frame: Frame, section: SettingsSection, content: Content): Page => {
  const { slug } = frame.organization!
  return {
    title: titles[section],
    dashboard: { frame, place: { of: "organization", page: "settings" } },
    body: html`${head({ title: "Settings" })}
${tabs(
  "Settings",
  settingsSections.map((one) => ({
    label: titles[one],
    href: pagePaths.settings(slug, one),
    current: one === section
  }))
)}
${content}`
  }
}

/** Whether the person is an owner, who alone can change settings. Others see the settings and who can change them. */
export const isOwner = ({ organization }: Frame): boolean => organization?.effectiveRole === "owner"

export const onlyOwners = html`<p class="small soft">Only owners of the organization can change this. The Members tab names them.</p>`
