import type { CurrentOrganization, DraftContent, LaunchCheckList } from "@adwarden/core"
import { languageName, pagePaths } from "@adwarden/core/contract"
import { type Content, type Html, html, linkPages } from "../../../kit/html.ts"
import { badge, card, checks, count, linkButton, money } from "../../../parts/index.ts"
import { type Campaign, changePath, mayChange } from "../campaign-page.ts"

type LaunchCheck = LaunchCheckList["checks"][number]

interface Fix {
  readonly href: string
  readonly label: string
}

interface DraftView {
  readonly campaign: Campaign
  readonly content: DraftContent
  readonly launch: LaunchCheckList
  readonly organization: CurrentOrganization
}

/** The forms of the page that fix a check: the name in the address, and the button that opens it. */
const forms: Readonly<Record<string, readonly [change: string, label: string]>> = {
  "campaigns.set_budget": ["budget", "Set a budget"],
  "campaigns.update": ["name", "Rename the campaign"],
  "drafts.use_account": ["account", "Use the linked account"],
  "drafts.set_locations": ["locations", "Choose locations"],
  "ads.update": ["lines", "Edit the ad"]
}

/** The subject of each check, as short as the list needs. */
const names: Readonly<Record<LaunchCheck["check"], string>> = {
  connection_broken: "Login",
  refused_by_platform: "Name",
  budget_missing: "Daily budget",
  budget_over_cap: "Monthly cap",
  ad_account_not_linked: "Ad account",
  location_missing: "Location",
  sitelinks_invalid: "Sitelinks",
  callouts_invalid: "Callouts",
  ads_missing: "Ads",
  headlines_invalid: "Headlines",
  descriptions_invalid: "Descriptions",
  keywords_missing: "Keywords"
}

/** The fixes of a check that the pages offer. */
const fixesOf = (
  { check, fixes }: LaunchCheck,
  { campaign, organization: { slug: org } }: DraftView
): ReadonlyArray<Fix> =>
  fixes.flatMap((fix): ReadonlyArray<Fix> => {
    if ("page" in fix) return [{ href: pagePaths.settings(org, "accounts"), label: "Open ad accounts" }]
    const name = "write" in fix ? fix.write : fix.operation
    if (name === "campaigns.create_ad")
      return [{ href: pagePaths.campaign(org, campaign.slug, "ads"), label: "Add an ad" }]
    if (name === "assets.update") {
      const change = check === "callouts_invalid" ? "callouts" : "sitelinks"
      return [{ href: changePath(org, campaign.slug, change), label: `Edit the ${change}` }]
    }
    if (name === "keywords.update")
      return [
        {
          href: `${pagePaths.campaign(org, campaign.slug, "keywords")}?set=added#change`,
          label: "Add keywords"
        }
      ]
    const form = forms[name]
    return form === undefined ? [] : [{ href: changePath(org, campaign.slug, form[0]), label: form[1] }]
  })

/** The first thing to do before the launch; null if nothing is left. */
const nextFix = (view: DraftView): Fix | null =>
  view.launch.checks.flatMap((check) =>
    check.passes !== false ? [] : fixesOf(check, view).slice(0, 1)
  )[0] ?? null

/** The figure behind a check that passes. */
const passedDetail = ({ check }: LaunchCheck, { campaign, content, organization }: DraftView): Content => {
  const { ads, callouts, locations, sitelinks } = content
  const all = (list: ReadonlyArray<ReadonlyArray<unknown>>) => list.reduce((sum, one) => sum + one.length, 0)
  switch (check) {
    case "connection_broken":
      return "works"
    case "refused_by_platform":
      return "free in the ad account"
    case "budget_over_cap":
      return "all budgets fit"
    case "budget_missing":
      return `${money(campaign.budget, organization.currency)} a day`
    case "ad_account_not_linked":
      return content.account === null ? "linked" : `linked: ${content.account}`
    case "location_missing":
      return locations.length === 0 ? "a radius" : locations.map(({ name }) => name).join("; ")
    case "sitelinks_invalid":
      return count(sitelinks.length, "sitelink")
    case "callouts_invalid":
      return count(callouts.length, "callout")
    case "ads_missing":
      return count(ads.length, "ad")
    case "headlines_invalid":
      return count(all(ads.map(({ headlines }) => headlines)), "headline")
    case "descriptions_invalid":
      return count(all(ads.map(({ descriptions }) => descriptions)), "description")
    case "keywords_missing":
      return count(all(ads.map(({ keywords }) => keywords)), "keyword")
  }
}

/** Every check of a launch, each failed one with the button that opens its fix. */
export const launchChecksCard = (view: DraftView): Html => {
  const { launch, organization } = view
  const done = launch.checks.filter(({ passes }) => passes === true).length
  const unknown = launch.checks.filter(({ passes }) => passes === null).length
  const total = launch.checks.length
  return card({
    id: "checks",
    title: launch.passes ? "Ready to go live" : "Before it can go live",
    note: badge(
      launch.passes ? "ok" : "wait",
      `${done} of ${total} done${unknown === 0 ? "" : `, ${unknown} not known yet`}`
    ),
    padded: false,
    body: html`<div class="pad"><progress value="${done}" max="${total}" aria-label="${done} of ${total} checks pass"></progress></div>${checks(
      launch.checks.map((check) => {
        const [fix] = mayChange(organization) ? fixesOf(check, view) : []
        return {
          passes: check.passes ?? "later",
          name: names[check.check],
          detail:
            check.passes === true
              ? passedDetail(check, view)
              : linkPages((check.reason ?? "").replace(" in the dashboard", ""), organization.slug),
          ...(check.passes !== false || fix === undefined
            ? {}
            : { action: linkButton(fix.href, fix.label, "quiet tiny") })
        }
      })
    )}`
  })
}

/** The launch with its next step. */
export const launchCard = (view: DraftView): Html => {
  const { campaign, launch, organization } = view
  const open = launch.checks.filter(({ passes }) => passes === false).length
  const unknown = launch.checks.some(({ passes }) => passes === null)
  const fix = nextFix(view)
  const href = changePath(organization.slug, campaign.slug, "live")
  const filled = ({ href, label }: Fix): Html => html`<a class="button tall" href="${href}">${label}</a>`
  const step = launch.passes ? { href, label: "Preview the launch" } : fix
  return card({
    id: "launch",
    title: "Launch",
    body: html`<p>${
      launch.passes
        ? "Nothing is missing. The preview shows what goes to the ad platform and what it may cost."
        : `${
            launch.being_written
              ? "The draft is still being written."
              : open === 0 && unknown
                ? "Not everything is known yet."
                : `${open === 1 ? "One thing is" : `${open} things are`} missing.`
          } When all is done, this is where you preview the launch: what goes to the ad platform, and what it may cost.`
    }</p>${!mayChange(organization) || step === null ? null : filled(step)}<p class="small soft">An API key or app meets the same checks.</p>`
  })
}

/** What a draft has besides its settings. */
export const draftFacts = ({
  campaign,
  content,
  launch,
  organization
}: DraftView): ReadonlyArray<readonly [name: string, value: Content]> => {
  const changeable = (value: string, change: string, name: string): Html =>
    content.editable && mayChange(organization)
      ? html`${value} <a href="${changePath(organization.slug, campaign.slug, change)}">Change<span class="sr"> ${name}</span></a>`
      : html`${value}`
  const places =
    content.radius === null ? content.locations.map(({ name }) => name).join("; ") || "none" : "a radius"
  if (launch.being_written)
    return ["Location", "Language", "Sitelinks", "Callouts"].map((name) => [name, "being written"] as const)
  return [
    ["Location", changeable(places, "locations", "the locations")],
    [
      "Language",
      changeable(
        content.language === null ? "every language" : languageName(content.language),
        "language",
        "the language"
      )
    ],
    ["Sitelinks", changeable(String(content.sitelinks.length), "sitelinks", "the sitelinks")],
    ["Callouts", changeable(String(content.callouts.length), "callouts", "the callouts")]
  ]
}
