import type { Frame } from "@adwarden/core"
import {
  pagePaths,
  type SettingsSection,
  settingsSectionNames,
  settingsSections
} from "@adwarden/core/contract"
import { type Content, html } from "../../kit/html.ts"
import type { Page } from "../../kit/page.ts"
import { head, tabs } from "../../parts/index.ts"

/** A section of the settings, with the tabs of all. */
export const settingsPage = (frame: Frame, section: SettingsSection, content: Content): Page => {
  const { slug } = frame.organization!
  return {
    title: settingsSectionNames[section],
    dashboard: { frame, place: { of: "organization", page: "settings" } },
    body: html`${head({ title: "Settings" })}
${tabs(
  "Settings",
  settingsSections.map((one) => ({
    label: settingsSectionNames[one],
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
