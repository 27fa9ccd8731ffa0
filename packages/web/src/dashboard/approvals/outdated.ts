import type { ApprovalReview } from "@adwarden/core"
import { pagePaths, quotation } from "@adwarden/core/contract"
import { type Content, type Html, html } from "../../kit/html.ts"
import { card, type Difference, moment, table } from "../../parts/index.ts"
import type { DescribedChange } from "./describe-change.ts"
import type { SameGoal } from "./same-goal.ts"

interface Row {
  readonly what: Content
  readonly line: Content
  readonly change: Content
  readonly today?: true
}

const changeOf = (differences: ReadonlyArray<Difference>, text: string): Content =>
  differences.length === 0
    ? text
    : differences.map(
        ({ from, name, step, to }) =>
          html`<div>${name} ${from} → <b>${to}</b>${step === undefined ? null : html` <span class="soft">${step}</span>`}</div>`
      )

/** The story of a request that is out of date: what was asked, what happened since, what it would be today. */
export const outdatedCard = (
  { laterChanges, now, write }: ApprovalReview,
  { differences }: DescribedChange,
  sameGoal: SameGoal | null
): Html => {
  const stale = now?.differences ?? []
  const rows: ReadonlyArray<Row> = [
    {
      what: "As it was asked",
      line: moment(write.requestedAt),
      change: html`${changeOf(differences, stale.map(({ queued }) => queued).join("; "))}${write.comment === null ? null : html`<span class="small"><bdi>${quotation(write.comment)}</bdi></span>`}`
    },
    ...laterChanges.map(
      ({ at, by, detail, key_last_four: key }): Row => ({
        what: html`${by ?? "The service"}`,
        line: html`${moment(at)}${key === null ? null : html` · key <code>…${key}</code>`}`,
        change: detail
      })
    ),
    {
      what: "The same request today",
      line: "needs a new preview",
      change: changeOf(sameGoal?.data ?? [], stale.map((one) => one.now).join("; ")),
      today: true
    }
  ]
  const { campaign, organization } = write
  return card({
    id: "change",
    title: "What changed meanwhile",
    ...(campaign === null
      ? {}
      : {
          note: html`<a href="${pagePaths.campaign(organization.slug, campaign.slug)}">${campaign.name}</a>`
        }),
    padded: false,
    body: table({
      labelledBy: "change",
      rows,
      picked: ({ today }) => today === true,
      columns: [
        { title: "Who", cell: ({ line, what }) => html`${what}<span class="small">${line}</span>` },
        { title: "Change", cell: ({ change }) => change }
      ]
    }),
    ...(laterChanges.length === 0
      ? { foot: "No change here explains it. It was probably made in the ad platform." }
      : {})
  })
}
