/** An organization's pages in the navigation, in its order. */
export const organizationPages = [
  "overview",
  "campaigns",
  "optimizations",
  "activity",
  "reports",
  "strategy",
  "profile",
  "settings"
] as const
export type OrganizationPage = (typeof organizationPages)[number]

export const organizationPageNames: Readonly<Record<OrganizationPage, string>> = {
  overview: "Overview",
  campaigns: "Campaigns",
  optimizations: "Optimizations",
  activity: "Activity",
  reports: "Reports",
  strategy: "Strategy",
  profile: "Business profile",
  settings: "Settings"
}

/** The pages of a person's account, in the order of the navigation. */
export const accountPages = [
  "keys",
  "apps",
  "sessions",
  "password",
  "factor",
  "notifications",
  "profile"
] as const
export type AccountPage = (typeof accountPages)[number]

export const accountPageNames: Readonly<Record<AccountPage, string>> = {
  keys: "API keys",
  apps: "Connected apps",
  sessions: "Sessions",
  password: "Password",
  factor: "Second factor",
  notifications: "Notifications",
  profile: "Profile"
}

/** The sections of an organization's settings, in the order of their tabs. */
export const settingsSections = [
  "limits",
  "approvals",
  "keys",
  "members",
  "security",
  "accounts",
  "notifications",
  "audit",
  "organization"
] as const
export type SettingsSection = (typeof settingsSections)[number]

export const settingsSectionNames: Readonly<Record<SettingsSection, string>> = {
  limits: "Limits",
  approvals: "Approvals",
  keys: "API keys",
  members: "Members",
  security: "Security",
  accounts: "Ad accounts",
  notifications: "Notifications",
  audit: "Audit trail",
  organization: "Organization"
}

/** The tabs of a campaign, in their order. */
export const campaignTabs = ["summary", "keywords", "search-terms", "negatives", "ads", "log"] as const
export type CampaignTab = (typeof campaignTabs)[number]

export const campaignTabNames: Readonly<Record<CampaignTab, string>> = {
  summary: "Summary",
  keywords: "Keywords",
  "search-terms": "Search terms",
  negatives: "Negatives",
  ads: "Ads",
  log: "Log"
}

const inOrganization = (org: string, page: OrganizationPage, ...rest: ReadonlyArray<string>): string =>
  ["/o", org, ...(page === "overview" ? [] : [page]), ...rest]
    .map((part, n) => (n === 0 ? part : encodeURIComponent(part)))
    .join("/")

/**
 * The addresses of all dashboard pages, as paths. Pages, the `url` of an output, emails and messages take them
 * from here. With route parameters as arguments (`:org`), a path is the pattern of a route.
 */
export const pagePaths = {
  home: "/",
  approvals: "/approvals",
  signIn: "/sign-in",
  newOrganization: "/new-organization",
  confirmEmail: "/account/email",
  /** A shared document, whose link is in the query and so in no log. */
  shared: "/shared",
  account: (page: AccountPage): string => (page === "keys" ? "/account" : `/account/${page}`),
  organization: (org: string, page: OrganizationPage = "overview"): string => inOrganization(org, page),
  campaign: (org: string, slug: string, tab: CampaignTab = "summary"): string =>
    inOrganization(org, "campaigns", slug, ...(tab === "summary" ? [] : [tab])),
  newCampaign: (org: string): string => `${inOrganization(org, "overview")}/new-campaign`,
  newAd: (org: string, slug: string): string => inOrganization(org, "campaigns", slug, "ads", "new"),
  /** Where forms send a change that a page previewed. */
  change: (org: string): string => `${inOrganization(org, "overview")}/change`,
  /** What waits for a person, as an event stream for the script of their own pages. */
  liveOwn: "/approvals/live",
  /** What happens in an organization, as an event stream for the script of its pages. */
  live: (org: string): string => `${inOrganization(org, "overview")}/live`,
  /** An executed action (`act_…`). */
  action: (org: string, id: string): string => inOrganization(org, "activity", id),
  /** A queued write (`qw_…`) or a recommendation (`rec_…`). */
  optimization: (org: string, id: string): string => inOrganization(org, "optimizations", id),
  /** The approvals of an organization, which are a file alone; its page has them among its optimizations. */
  queue: (org: string): string => `${inOrganization(org, "overview")}/approvals`,
  report: (org: string, type: string, id: string | number): string =>
    inOrganization(org, "reports", type, String(id)),
  strategy: (org: string, id: string): string => inOrganization(org, "strategy", id),
  settings: (org: string, section: SettingsSection = "limits"): string =>
    inOrganization(org, "settings", ...(section === "limits" ? [] : [section])),
  /** An API key, by its id. */
  key: (org: string, id: string | number): string => inOrganization(org, "settings", "keys", String(id)),
  /** The accounts that a platform login reaches, to choose from. */
  chooseAccount: (org: string, login: number | string): string =>
    inOrganization(org, "settings", "accounts", String(login)),
  /** Where Google sends a person back after the consent. */
  connectCallback: "/connect/google/callback",
  auditExport: (org: string): string => inOrganization(org, "settings", "audit", "export"),
  /** The table of a page as a file. */
  file: (page: string): string => `${page === "/" ? "/organizations" : page}.csv`,
  /** One of several tables of a page, which is a file alone. */
  tableOf: (page: string, table: string): string => `${page}/${table}`,
  search: (org: string): string => `${inOrganization(org, "overview")}/search`,
  stop: (org: string): string => inOrganization(org, "settings", "stop"),
  /** Development only. */
  components: "/dev/components",
  outbox: "/dev/outbox"
} as const

/** Turns a path built with parameters such as `:org` into the pattern of a route. */
export const routePattern = (path: string): string => decodeURIComponent(path)

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
  [
    "campaign",
    {
      name: "the campaign's page",
      path: (org, values) => pagePaths.campaign(org, values.get("slug") ?? "")
    }
  ],
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

/** The names of pages as texts write them, longest first. Names of one common word count only as “the … page”. */
export const namedPages: ReadonlyArray<NamedPage> = [...mentioned.entries()]
  .map(([key, { name, path }]) => ({
    name: key.includes("_") || key === "optimizations" ? name : `the ${name} page`,
    path: (org: string | undefined) =>
      org === undefined && !isOfPerson(key) ? null : path(org ?? "", new Map())
  }))
  .toSorted((a, b) => b.name.length - a.name.length)
