import type { FirstSyncProgress } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { type Content, type Html, html } from "../../kit/html.ts"
import { card, count, icon } from "../../parts/index.ts"

/** The part of a first sync that is reading campaigns, and the one after the days. The days are the rest. */
const ofCampaigns = 5
const ofSettings = 5

/** How much of a first sync is done, in percent. */
const percentDone = ({ campaigns, days, daysRead }: FirstSyncProgress): number =>
  campaigns === null ? 0 : Math.floor(ofCampaigns + ((100 - ofCampaigns - ofSettings) * daysRead) / days)

const part = (state: "done" | "now" | "next", name: string, detail: Content): Html =>
  html`<li>${
    state === "done"
      ? html`<span class="good">${icon("check")}<span class="sr">Read: </span></span>`
      : html`<span class="ring${state === "now" ? " on" : ""}"></span>`
  }<span>${name}<br /><span class="soft">${detail}</span></span></li>`

const stateText = ({ problem, state }: FirstSyncProgress): readonly [title: string, line: string] => {
  if (state === "reading")
    return ["First sync is running", "It only reads. Nothing changes in the ad account."]
  return state === "waiting"
    ? ["First sync starts within a minute", "It only reads. Nothing changes in the ad account."]
    : [
        "First sync stopped",
        `${(problem ?? "").replace(/^[a-zA-Z_]+: /, "")} It continues by itself within an hour.`
      ]
}

/** What first syncs have read, what they are reading and what comes next. */
const firstSyncParts = (syncs: ReadonlyArray<FirstSyncProgress>): Html =>
  html`${syncs.map((sync) => {
    const { campaigns, days, daysRead, id, name, state } = sync
    const [title, line] = stateText(sync)
    const isReading = state === "reading"
    const readsDays = campaigns !== null && daysRead < days
    const percent = percentDone(sync)
    const label = `First sync of ${name ?? id}, ${percent} percent`
    return html`<div class="row"><b class="small">${title}</b><span class="small soft">${syncs.length === 1 ? null : html`${name ?? id} · `}${line}</span></div>
<progress value="${percent}" max="100" aria-label="${label}"></progress>
<ul class="parts">${part(
      campaigns !== null ? "done" : isReading ? "now" : "next",
      "Campaigns and budgets",
      campaigns === null ? (isReading ? "being read" : "first") : count(campaigns, "campaign")
    )}${part(
      readsDays ? (isReading ? "now" : "next") : campaigns === null ? "next" : "done",
      "Daily figures, search terms",
      `${daysRead.toLocaleString("en-US")} of ${count(days, "day")}`
    )}${part(
      campaigns !== null && !readsDays && isReading ? "now" : "next",
      "How conversions are counted",
      readsDays || campaigns === null ? "last" : "being read"
    )}</ul>`
  })}`

/** The same as a live part of a page. */
export const firstSyncLive = (syncs: ReadonlyArray<FirstSyncProgress>, kind = ""): Html | null =>
  syncs.length === 0 ? null : html`<div class="${kind}" data-live="sync">${firstSyncParts(syncs)}</div>`

/** The first sync on a page that has no checklist. */
export const firstSyncCard = (org: string, syncs: ReadonlyArray<FirstSyncProgress>): Html | null =>
  syncs.length === 0
    ? null
    : card({
        id: "first-sync",
        title: "First sync",
        note: html`<a href="${pagePaths.organization(org)}">Reload</a>`,
        body: firstSyncLive(syncs)
      })
