import {
  accountPageNames,
  accountPages,
  organizationPageNames,
  organizationPages,
  pagePaths,
  settingsSectionNames,
  settingsSections
} from "./page-paths.ts"

interface MentionedPage {
  readonly name: string
  readonly path: (org: string, values: ReadonlyMap<string, string>) => string
}

const mentioned: ReadonlyMap<string, MentionedPage> = new Map([
  ...organizationPages.map((page): [string, MentionedPage] => [
    page,
    {
      name: organizationPageNames[page],
      path: (org, values) =>
        page === "optimizations" && values.has("id")
          ? pagePaths.optimization(org, values.get("id")!)
          : pagePaths.organization(org, page)
    }
  ]),
  ...settingsSections.map((section): [string, MentionedPage] => [
    `settings_${section}`,
    {
      name: `${organizationPageNames.settings} › ${settingsSectionNames[section]}`,
      path: (org) => pagePaths.settings(org, section)
    }
  ]),
  ...accountPages.map((page): [string, MentionedPage] => [
    `account_${page}`,
    { name: `Account › ${accountPageNames[page]}`, path: () => pagePaths.account(page) }
  ])
])

const isOfPerson = (key: string): boolean => key.startsWith("account_")

/** Where the pages that a text names are: the service's address, and the organization that the text is about. */
export interface PageBase {
  readonly appUrl: string
  readonly org: string | null
}

/**
 * Renders the mention of a page, `page.settings_accounts` or `page.optimizations` with an id: its name, and its
 * address if that is known. Null if there is no such page.
 */
export const renderPageMention = (
  mention: string,
  values: ReadonlyMap<string, string>,
  base: PageBase | null
): string | null => {
  const key = mention.slice("page.".length)
  const page = mention.startsWith("page.") ? mentioned.get(key) : undefined
  if (page === undefined) return null
  return base === null || (base.org === null && !isOfPerson(key))
    ? page.name
    : `${page.name} (${base.appUrl}${page.path(base.org ?? "", values)})`
}

/** The page that holds the settings of ad accounts, as texts name it. */
export const adAccountsPage = mentioned.get("settings_accounts")!.name

interface NamedPage {
  readonly name: string
  /** Its path; null for a page of an organization where none is known. */
  readonly path: (org: string | undefined) => string | null
}

/** The names of pages as texts write them, longest first. Names of one common word count only after “the page”. */
export const namedPages: ReadonlyArray<NamedPage> = [...mentioned.entries()]
  .map(([key, { name, path }]) => ({
    name: key.includes("_") || key === "optimizations" ? name : `the page ${name}`,
    path: (org: string | undefined) =>
      org === undefined && !isOfPerson(key) ? null : path(org ?? "", new Map())
  }))
  .toSorted((a, b) => b.name.length - a.name.length)
