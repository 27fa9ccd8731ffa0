import type { LaunchLine } from "@adwarden/core"
import { type Content, type Html, html } from "../../../kit/html.ts"
import { badge, type Check, checks, count, day, linkButton } from "../../../parts/index.ts"

/** Where a person can do what a line lacks; null for people who cannot change the campaign. */
export interface ProofLinks {
  /** The form that confirms a restricted category. */
  readonly confirm: (category: string) => string
  /** The form that has the landing pages read again. */
  readonly read: string
}

const pathOf = (page: string): string => (URL.canParse(page) ? new URL(page).pathname : page)

/** Nobody may confirm these, and the launch says so. */
const neverConfirmed = "prescription_drugs"

const detailOf = ({ page, proof }: LaunchLine): Content => {
  if (!proof.holds && proof.check === "page")
    return `The text of ${page === null ? "every landing page" : pathOf(page)} was never read, so nothing proves what the line states.`
  if (!proof.holds)
    return html`${proof.reason}${proof.nearest === null ? null : html` The nearest sentence is <q><bdi>${proof.nearest}</bdi></q>.`}`
  const where = page === null ? "every landing page" : pathOf(page)
  if (proof.readAt === null) return "The text of its page is not kept here, so nothing compares them."
  const read = html`<span class="soft">${where}, read ${day(proof.readAt)}</span>`
  return proof.sentence === null
    ? html`States nothing that has to be proven. ${read}`
    : html`<q><bdi>${proof.sentence}</bdi></q> ${read}`
}

const isUnread = ({ proof }: LaunchLine): boolean =>
  proof.holds ? proof.readAt === null : proof.check === "page"

const actionOf = ({ proof }: LaunchLine, links: ProofLinks | null): Html | undefined => {
  if (links === null || proof.holds) return undefined
  return proof.category === undefined || proof.category === neverConfirmed
    ? undefined
    : linkButton(links.confirm(proof.category), "Confirm it", "quiet tiny")
}

const checkOf = (line: LaunchLine, links: ProofLinks | null): Check => {
  const action = actionOf(line, links)
  return {
    passes: line.proof.holds && (line.proof.readAt !== null ? true : null),
    name: html`<bdi>${line.text}</bdi>`,
    detail: detailOf(line),
    ...(action === undefined ? {} : { action })
  }
}

/** Lines with the sentence of the page that proves each, those that nothing proves first. */
export const provenLines = (lines: ReadonlyArray<LaunchLine>, links: ProofLinks | null): Html => {
  const unproven = lines.filter(({ proof }) => !proof.holds).length
  const unread = lines.filter(({ proof }) => proof.holds && proof.readAt === null).length
  const verdict =
    unproven > 0
      ? badge("fail", `${unproven} of ${count(lines.length, "line")} unproven`)
      : unread > 0
        ? badge("wait", `${unread} of ${count(lines.length, "line")} not checked`)
        : badge("ok", "All lines hold")
  return html`<div class="proofs"><div class="row"><p role="status">${verdict}</p>${links !== null && lines.some(isUnread) ? linkButton(links.read, "Read the pages", "quiet tiny") : null}</div>${checks(lines.map((line) => checkOf(line, links)))}</div>`
}

/** More lines are folded, one block for each ad. */
const fewLines = 12

/** Every line that a first launch sends, by its ad. */
export const linesToLaunch = (lines: ReadonlyArray<LaunchLine>): Html => {
  const isFew = lines.length <= fewLines
  return html`${[...Map.groupBy(lines, ({ ad }) => ad ?? "Sitelinks and callouts")].map(
    ([name, own]) =>
      html`<details${isFew ? html` open` : null}><summary class="more"><bdi>${name}</bdi>: ${count(own.length, "line")} and what proves each</summary>${provenLines(own, null)}</details>`
  )}`
}
