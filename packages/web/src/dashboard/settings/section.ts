import type { Frame, OrganizationPageReader, PageData } from "@adwarden/core"
import {
  operations,
  pagePaths,
  type SettingsSection,
  settingsSectionNames,
  settingsSections
} from "@adwarden/core/contract"
import {
  type DashboardPage,
  organizationPage,
  type PageContent,
  type ShownPage
} from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { head, tabs } from "../../parts/index.ts"

interface SettingsPage<A, Result>
  extends Omit<DashboardPage<OrganizationPageReader, A, Result>, "path" | "render"> {
  readonly section: SettingsSection
  /** What is below the tabs. */
  readonly render: (
    page: PageData<A>,
    request: BrowserRequest,
    shown: ShownPage<Result>
  ) => Omit<PageContent, "title">
}

/** What a request was for, in words where the API has some, and its name in the trail. */
export const requestCell = (
  { operation, path }: { readonly operation: string | null; readonly path: string | null },
  line: Html
): Html => {
  const name = operation ?? path ?? "unknown"
  const words = operations.find((one) => one.name === name)?.summary ?? null
  return html`${words ?? html`<code>${name}</code>`}<span class="small">${words === null ? null : html`<code>${name}</code> · `}${line}</span>`
}

/** Adds a section of the settings, with the tabs of all. */
export const settingsPage = <A, Result = never>(
  router: PageRouter,
  { section, ...definition }: SettingsPage<A, Result>
) =>
  organizationPage(router, {
    ...definition,
    path: pagePaths.settings(":org", section),
    place: "settings",
    render: (page, request, shown) => {
      const content = definition.render(page, request, shown)
      return {
        ...content,
        title: settingsSectionNames[section],
        body: html`${head({ title: "Settings" })}
${tabs(
  "Settings",
  settingsSections.map((one) => ({
    label: settingsSectionNames[one],
    href: pagePaths.settings(page.frame.organization!.slug, one),
    current: one === section
  }))
)}
${shown.banners}
${content.body}`
      }
    }
  })

/** Whether the person is an owner, who alone can change settings. Others see the settings and who can change them. */
export const isOwner = ({ organization }: Frame): boolean => organization?.effectiveRole === "owner"

export const onlyOwners = html`<p class="small soft">Only owners of the organization can change this. The Members tab names them.</p>`
