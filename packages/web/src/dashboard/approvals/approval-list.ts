import type { PageData, ReviewedWrite } from "@adwarden/core"
import { pagePaths, quotation } from "@adwarden/core/contract"
import type { PageContent } from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import type { FileResponse } from "../../kit/page.ts"
import { linkToFile, tableFile } from "../../kit/table-file.ts"
import { badge, card, count, empty, head, type Item, items, linkButton, relative } from "../../parts/index.ts"
import { ageLine, describeChange, rejectionWord, requesterLine } from "./describe-request.ts"

const pendingItem = (write: ReviewedWrite): Item => ({
  icon: "clock",
  tone: "warn",
  href: pagePaths.optimization(write.organization.slug, write.id),
  title: describeChange(write).title,
  line: html`${requesterLine(write)} · ${ageLine(write)}${write.comment === null ? null : html`<br /><bdi>${quotation(write.comment)}</bdi>`}`,
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

/** /approvals: what waits in all organizations of the person. */
export const approvalsContent = ({
  data: writes,
  frame
}: PageData<ReadonlyArray<ReviewedWrite>>): PageContent => {
  const organizations = frame.organizations.filter(({ slug }) =>
    writes.some((write) => write.organization.slug === slug)
  )
  return {
    title: "Approvals",
    body: html`<div class="stack" data-live="approvals">${head({
      title: "Approvals",
      ...(writes.length === 0 ? {} : { actions: linkToFile(pagePaths.approvals) }),
      lead:
        writes.length === 0
          ? ""
          : `${count(writes.length, "change")} waiting in ${count(organizations.length, "organization")}.`
    })}
${
  writes.length === 0
    ? html`<div class="card">${nothingWaits(linkButton(pagePaths.home, "Go to your organizations"))}</div>`
    : organizations.map(({ name, role, slug }) =>
        card({
          id: `org-${slug}`,
          title: html`<a href="${pagePaths.organization(slug, "optimizations")}">${name}</a>`,
          note: role === "owner" || role === "admin" ? `you are ${role}` : "owners and admins decide",
          padded: false,
          body: pendingItems(writes.filter((write) => write.organization.slug === slug))
        })
      )
}</div>`
  }
}
