import { mayDecide } from "../../approvals/decide.ts"
import type { PendingSummary } from "../../approvals/pending.ts"
import { type AttentionItem, type AttentionWords, dayOf, wordsOf } from "../../attention/index.ts"
import { forPeople, limits, moneyFormatter, pagePaths, quotation, roles } from "../../contract/index.ts"
import { platformLabel } from "../../platform/labels.ts"
import type { BrokenLogin } from "../../platform/logins.ts"
import { taskName } from "../../tasks/task-rows.ts"
import type { DraftLine, EmailDraft } from "../mail/email-draft.ts"
import { listed, type NotifiedOrganization, noticeKind, reasonFor } from "./notice-kind.ts"

/** What a mail or chat program would turn into a link. Nobody but the service may put a link into its messages. */
const looksLikeLink = /:\/\/|[\p{L}\p{N}-]\.\p{L}{2,}/u

/** The requester's reason, in its own words; on the page alone if it could pass for a link of ours. */
const reasonOf = (comment: string): string =>
  looksLikeLink.test(comment) ? "its reason is on the page" : `its reason: ${quotation(comment)}`

const approvalLine =
  (org: string) =>
  ({
    comment,
    id,
    requester_key_last_four: key,
    requester_user_email: user,
    summary
  }: PendingSummary): DraftLine => ({
    link: summary,
    path: pagePaths.optimization(org, id),
    rest: ` (asked by ${key === null ? "a connected app" : `the key …${key}`} for ${user}${comment === null ? "" : `; ${reasonOf(comment)}`})`
  })

/** An item as a line: its problem, which leads to its page, and the next step. */
const lineOf = ({ line, path, title }: AttentionWords): DraftLine => ({
  link: title,
  path,
  rest: `. ${line}`
})

/** Writes that wait for approval. */
export const approvalNotice = noticeKind({
  name: "approval",
  about: ["approval"],
  roles: roles.filter(mayDecide),
  emailTells: "all",
  draft: ({ name, slug }, items) => {
    const pending = items.map(({ write }) => write)
    const first = items[0].write
    const single = pending.length === 1
    return {
      subject: single
        ? `Approve? ${first.summary}`
        : `${pending.length} changes wait for approval at ${name}`,
      paragraphs: [
        single
          ? `A change at ${name} waits for your approval. Nothing has changed yet.`
          : `${pending.length} changes at ${name} wait for approval. Nothing has changed yet.`,
        ...listed(pending.map(approvalLine(slug)))
      ],
      button: {
        label: single ? "Review the change" : "Review the changes",
        path: single ? pagePaths.optimization(slug, first.id) : pagePaths.organization(slug, "optimizations"),
        link: null
      },
      closing: [
        `Each expires ${limits.approvalDays} days after it was asked for, the first on ${dayOf(first.expires_at)}, and then counts as rejected.`,
        reasonFor("an owner or admin")
      ]
    }
  }
})

const loginLine = ({ accounts, broken_reason, email, platform }: BrokenLogin): string =>
  `${email ?? "The login"} (${platformLabel(platform)}, ${accounts === 1 ? "1 account" : `${accounts} accounts`}): ${forPeople(broken_reason ?? "The login was revoked.")}`

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
        ...listed(logins.map(loginLine))
      ],
      button: { label: "Reconnect", path: pagePaths.settings(slug, "accounts"), link: null },
      closing: [
        `To stop spend before then, pause the campaigns in ${platform} itself.`,
        reasonFor("an owner")
      ]
    }
  }
})

const overview = (slug: string) => ({
  label: "Open the overview",
  path: pagePaths.organization(slug),
  link: null
})

const stoppedDraft = (
  organization: NotifiedOrganization,
  [first, ...others]: readonly [
    AttentionItem<"conversions_stopped">,
    ...ReadonlyArray<AttentionItem<"conversions_stopped">>
  ],
  silent: ReadonlyArray<AttentionItem<"action_silent">>
): EmailDraft => {
  const { name, slug } = organization
  const only = others.length === 0 ? first.campaign : null
  const where = first.campaign === null ? name : (only?.name ?? `${others.length + 1} campaigns of ${name}`)
  return {
    subject: `No conversions in ${where} since ${dayOf(first.since)}, although clicks go on`,
    paragraphs: [
      `No conversion was counted in ${where} since ${dayOf(first.since)}, although people keep clicking the ads. Chance explains that about once in a thousand cases. The usual cause is broken conversion tracking, or a page or form that no longer works.`,
      ...(others.length === 0
        ? []
        : listed(
            [first, ...others].map(({ campaign, since }) => ({
              link: campaign?.name ?? name,
              path:
                campaign === null ? pagePaths.organization(slug) : pagePaths.campaign(slug, campaign.slug),
              rest: `: since ${dayOf(since)}`
            }))
          )),
      ...silent.map((item) => lineOf(wordsOf(item, organization)))
    ],
    button:
      only === null
        ? overview(slug)
        : { label: "Open the campaign", path: pagePaths.campaign(slug, only.slug), link: null },
    closing: [
      "Check the conversion tag on the website and the conversion actions in the ad platform. Automated bidding uses them too, so consider a pause until they work. Detectors give no advice that rests on conversions until then.",
      reasonFor("an owner or admin")
    ]
  }
}

const silentDraft = (
  organization: NotifiedOrganization,
  silent: ReadonlyArray<AttentionItem<"action_silent">>
): EmailDraft => {
  const { name, slug } = organization
  const words = silent.map((item) => wordsOf(item, organization))
  return {
    subject:
      words.length === 1 ? words[0]!.title : `${words.length} conversion actions of ${name} are silent`,
    paragraphs: [
      `Clicks at ${name} go on, but ${words.length === 1 ? "a conversion action that counts is" : "conversion actions that count are"} no longer seen. Chance explains that about once in a thousand cases.`,
      ...words.map(({ line, title }) => `${title}. ${line}`)
    ],
    button: {
      label: "Open the conversion actions",
      path: `${pagePaths.settings(slug, "accounts")}#conversions`,
      link: null
    },
    closing: [
      `Automated bidding in ${organization.adPlatform} uses conversions too, so consider a pause until they are counted again.`,
      reasonFor("an owner or admin")
    ]
  }
}

/** Conversions that stopped although clicks went on, usually because tracking or a page is broken, or that fell. */
export const conversionsStoppedNotice = noticeKind({
  name: "conversions_stopped",
  about: ["conversions_stopped", "action_silent", "conversions_fell"],
  roles: ["owner", "admin"],
  emailTells: "new",
  draft: (organization, [first, ...others]) => {
    const silent = [first, ...others].filter((one) => one.kind === "action_silent")
    if (first.kind === "conversions_stopped")
      return stoppedDraft(
        organization,
        [first, ...others.filter((one) => one.kind === "conversions_stopped")],
        silent
      )
    const { line, title } = wordsOf(first, organization)
    if (first.kind === "action_silent") return silentDraft(organization, silent)
    return {
      subject: `Fewer conversions than usual at ${organization.name}`,
      paragraphs: [`${title}.`, line, "Chance explains that about once in twenty weeks."],
      button: overview(organization.slug),
      closing: [reasonFor("an owner or admin")]
    }
  }
})

/** Live campaigns that are not shown any more, and spend or clicks outside their usual range. */
export const deliveryStoppedNotice = noticeKind({
  name: "delivery_stopped",
  about: ["delivery_stopped", "clicks_fell", "spend_above", "spend_below"],
  roles: ["owner", "admin"],
  emailTells: "new",
  draft: (organization, items) => {
    const { name, slug } = organization
    const words = items.map((item) => wordsOf(item, organization))
    const stopped = items.reduce(
      (sum, item) => sum + (item.kind === "delivery_stopped" ? item.campaigns : 0),
      0
    )
    const unusual = items.filter(({ kind }) => kind === "spend_above" || kind === "spend_below").length
    return {
      subject:
        stopped === 0
          ? unusual === 0
            ? `Fewer clicks than usual at ${name}`
            : `Spend outside its usual range at ${name}`
          : `${stopped === 1 ? "A live campaign is" : `${stopped} live campaigns are`} not shown at ${name}`,
      paragraphs: listed(words.map(lineOf)),
      button:
        words.length === 1
          ? {
              label: stopped + unusual === 0 ? "Open the campaigns" : "Open the page",
              path: words[0]!.path,
              link: null
            }
          : { label: "Open the overview", path: pagePaths.organization(slug), link: null },
      closing: [reasonFor("an owner or admin")]
    }
  }
})

/** Tasks that failed within the last day, except for a broken login, which has its own notice. */
export const failedTaskNotice = noticeKind({
  name: "failed_task",
  about: ["failed_task"],
  roles: ["owner", "admin"],
  emailTells: "new",
  draft: (organization, items) => {
    const { name, slug } = organization
    const single = items.length === 1
    return {
      subject: single
        ? `Failed at ${name}: ${taskName(items[0].task.type)}`
        : `${items.length} tasks failed at ${name}`,
      paragraphs: [
        single ? `A task of ${name} failed.` : `${items.length} tasks of ${name} failed.`,
        ...listed(items.map((item) => `${taskName(item.task.type)}: ${wordsOf(item, organization).line}`))
      ],
      button: {
        label: single ? "Open the task" : "Open the tasks",
        path: `${pagePaths.organization(slug, "activity")}#tasks`,
        link: null
      },
      closing: [reasonFor("an owner or admin")]
    }
  }
})

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
        ...listed(words.map(lineOf))
      ],
      button:
        others.length === 0
          ? { label: "Open the campaign", path: first!.path, link: null }
          : { label: "Open the overview", path: pagePaths.organization(organization.slug), link: null },
      closing: [reasonFor("an owner or admin")]
    }
  }
})

/** A monthly cap that budgets commit by more than 90%, or that the month's pace passes. */
export const spendCapNotice = noticeKind({
  name: "spend_cap",
  about: ["cap_passed", "pace_passed", "cap_near"],
  roles: ["owner", "admin"],
  emailTells: "all",
  draft: (organization, items) => {
    const { currency, name, slug } = organization
    const money = moneyFormatter(currency)
    const percentOf = (committed: number, cap: number): number =>
      cap === 0 ? 100 : Math.floor((committed / cap) * 100)
    const [first] = items
    return {
      subject:
        first.kind === "pace_passed"
          ? `The month's spend of ${name} passes the cap`
          : `Budgets of ${name} commit ${percentOf(first.committed, first.cap)}% of the monthly cap`,
      paragraphs: items.map((item) => {
        if (item.kind === "pace_passed") {
          const { line, title } = wordsOf(item, organization)
          return `${title}. ${line}`
        }
        return `Budgets of ${name} commit ${money(item.committed)} in 30 days, ${percentOf(item.committed, item.cap)}% of the cap of ${money(item.cap)}. Changes above the cap are refused.`
      }),
      button: { label: "Open the limits", path: pagePaths.settings(slug), link: null },
      closing: [
        "Lower budgets that you do not need, or ask an owner to raise the cap.",
        "The next email about it comes only after it was over and began again.",
        reasonFor("an owner or admin")
      ]
    }
  }
})

/** Campaigns of other channels in an account of which the service had read search campaigns alone. */
export const newChannelsNotice = noticeKind({
  name: "new_channels",
  about: ["channels_added"],
  roles: ["owner"],
  emailTells: "new",
  draft: (organization, items) => {
    const { name, slug } = organization
    const [{ cap, committed }] = items
    const words = items.map((item) => wordsOf(item, organization))
    const money = moneyFormatter(organization.currency)
    return {
      subject: `${name}: campaigns of every channel are managed now`,
      paragraphs: [
        `Adwarden now reads all campaigns of your ad accounts, and not only those of search.`,
        ...listed(words.map(({ line, title }) => `${title}. ${line}`)),
        ...(cap !== null && committed > cap
          ? [
              `The budgets commit ${money(committed)} a month, above the cap of ${money(cap)}. Until they fit, no budget can be raised and no campaign launched.`
            ]
          : [])
      ],
      button: { label: "Open the campaigns", path: pagePaths.organization(slug, "campaigns"), link: null },
      closing: [reasonFor("an owner")]
    }
  }
})
