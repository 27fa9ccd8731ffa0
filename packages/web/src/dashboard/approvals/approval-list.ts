import { daysInCap, type Frame, type PageData, type ReviewedWrite } from "@adwarden/core"
import { pagePaths, quotation } from "@adwarden/core/contract"
import type { PageContent } from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest, FileResponse } from "../../kit/page.ts"
import { exportLink, tableFile } from "../../kit/table-file.ts"
import {
  badge,
  card,
  count,
  empty,
  head,
  type Item,
  items,
  linkButton,
  money,
  relative,
  segments,
  table
} from "../../parts/index.ts"
import { ageLine, describeChange, rejectionWord, requesterLine } from "./describe-request.ts"

const pendingItem = (write: ReviewedWrite): Item => ({
  icon: "clock",
  tone: "warn",
  href: pagePaths.optimization(write.organization.slug, write.id),
  title: describeChange(write).title,
  line: html`${write.dailyRise > 0 ? html`<b>+${money(write.dailyRise, write.organization.currency)} a day</b> · ` : null}${requesterLine(write)} · ${ageLine(write)}${write.comment === null ? null : html`<br /><bdi>${quotation(write.comment)}</bdi>`}`,
  ...(write.inProgress ? { end: badge("info", "Being executed") } : {})
})

/** The changes that wait, oldest first. */
export const pendingItems = (writes: ReadonlyArray<ReviewedWrite>): Html => items(writes.map(pendingItem))

export const decidedBadge = ({ reason, status }: ReviewedWrite): Html => {
  if (status === "approved") return badge("ok", "Approved")
  if (status === "failed") return badge("fail", "Failed")
  return badge("plain", rejectionWord(reason))
}

/** Decided changes, newest first. */
export const decidedItems = (writes: ReadonlyArray<ReviewedWrite>): Html =>
  items(
    writes.map((write) => ({
      icon: write.status === "approved" ? "check" : "cross",
      href: pagePaths.optimization(write.organization.slug, write.id),
      title: describeChange(write).title,
      line: html`${requesterLine(write)} · decided ${relative(write.decidedAt ?? write.requestedAt)}`,
      end: decidedBadge(write)
    }))
  )

export const nothingWaits = (action?: Html): Html =>
  empty({
    icon: "check",
    title: "Nothing waits for you",
    text: "When a key or an app asks for a change that needs approval, it appears here.",
    ...(action === undefined ? {} : { action })
  })

/** Changes that waited or wait, as a file. */
export const approvalsFile = (name: string, writes: ReadonlyArray<ReviewedWrite>): FileResponse =>
  tableFile({
    name,
    rows: writes,
    columns: {
      request: ({ id }) => id,
      organization: ({ organization }) => organization.slug,
      change: (write) => describeChange(write).title,
      campaign: ({ campaign }) => campaign?.slug ?? null,
      campaign_name: ({ campaign }) => campaign?.name ?? null,
      person: ({ requester }) => requester.person,
      key: ({ requester: { key } }) => key && `${key.name} …${key.lastFour}`,
      app: ({ requester }) => requester.app,
      reason: ({ comment }) => comment,
      requested_at: ({ requestedAt }) => requestedAt,
      expires_at: ({ expiresAt }) => expiresAt,
      status: ({ status }) => status,
      decided_at: ({ decidedAt }) => decidedAt,
      decision: ({ reason }) => reason
    }
  })

/** How much more a change lets its organization spend. */
const stakeCell = ({ dailyRise, organization: { currency } }: ReviewedWrite): Html =>
  dailyRise > 0
    ? html`<b>+${money(dailyRise, currency)} a day</b><span class="small p2">at most ${money(dailyRise * daysInCap, currency)} in ${daysInCap} days</span>`
    : html`<span class="soft">no more spend</span>`

interface ListView {
  readonly frame: Frame
  readonly decided: boolean
}

/** The changes of several organizations in one list. */
const writesTable = (writes: ReadonlyArray<ReviewedWrite>, { decided, frame }: ListView): Html => {
  const roleIn = (slug: string) => frame.organizations.find((one) => one.slug === slug)?.role ?? null
  const mayDecide = (slug: string) => ["owner", "admin"].includes(roleIn(slug) ?? "")
  return table({
    labelledBy: "writes",
    rows: writes,
    columns: [
      {
        title: "Change",
        cell: (write) => {
          const { comment, inProgress, organization, id } = write
          return html`<a href="${pagePaths.optimization(organization.slug, id)}">${describeChange(write).title}</a>${inProgress ? html` ${badge("info", "Being executed")}` : null}${comment === null ? null : html`<span class="small"><bdi>${quotation(comment)}</bdi></span>`}<span class="phone"><span class="small">${organization.name} · ${requesterLine(write)}</span></span>`
        }
      },
      {
        title: "Organization",
        rank: 2,
        cell: ({ organization: { name, slug } }) =>
          html`${name}${decided || mayDecide(slug) ? null : html`<span class="small">owners and admins decide</span>`}`
      },
      {
        title: "Asked by",
        rank: 2,
        cell: (write) =>
          html`${requesterLine(write)}<span class="small">${relative(write.requestedAt)}</span>`
      },
      { title: "At stake", figure: true, cell: stakeCell },
      decided
        ? {
            title: "Decided",
            nowrap: true,
            cell: (write) =>
              html`${decidedBadge(write)}${write.decidedAt === null ? null : html`<span class="small">${relative(write.decidedAt)}</span>`}`
          }
        : { title: "Expires", rank: 3, nowrap: true, cell: ({ expiresAt }) => relative(expiresAt) }
    ]
  })
}

/** How many decided changes the page shows. */
export const decidedShown = 50

/** Whether the address asks for what was decided. */
export const asksForDecided = ({ query }: BrowserRequest): boolean => query.get("show") === "decided"

/** /approvals: what waits in all organizations of the person, or was decided in them lately. */
export const approvalsContent = (
  { data: writes, frame }: PageData<ReadonlyArray<ReviewedWrite>>,
  request: BrowserRequest
): PageContent => {
  const decided = asksForDecided(request)
  const organizations = new Set(writes.map(({ organization }) => organization.slug)).size
  const pending = frame.organizations.reduce((sum, one) => sum + one.pending, 0)
  return {
    title: "Approvals",
    body: html`<div class="stack" data-live="approvals">${head({
      title: "Approvals",
      ...(writes.length === 0 ? {} : { actions: exportLink(request) }),
      lead: decided
        ? `The newest ${decidedShown} decisions in your organizations.`
        : writes.length === 0
          ? ""
          : `${count(writes.length, "change")} waiting in ${count(organizations, "organization")}.`
    })}
${card({
  id: "writes",
  title: decided ? "Decided" : "Waiting",
  actions: segments("Which", [
    { label: `Waiting ${pending}`, href: pagePaths.approvals, current: !decided },
    { label: "Decided", href: `${pagePaths.approvals}?show=decided`, current: decided }
  ]),
  padded: false,
  body:
    writes.length > 0
      ? writesTable(writes, { frame, decided })
      : decided
        ? empty({
            icon: "clock",
            title: "Nothing was decided yet",
            text: "Approved, rejected and expired changes appear here, with who asked."
          })
        : nothingWaits(linkButton(pagePaths.home, "Go to your organizations"))
})}</div>`
  }
}
