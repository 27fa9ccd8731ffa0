import type { TaskView } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { type Html, html, linkPages } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { card, icon, linkButton, moment } from "../../parts/index.ts"

const titleOf = ({ campaign, name }: TaskView): string =>
  campaign === null ? name : `${campaign.name}: ${name.toLowerCase()}`

const line = ({ at, by }: TaskView): Html => html`${by ?? "Adwarden itself"}, ${moment(at)}`

const openTask = (task: TaskView): Html =>
  html`<li><span class="soft">${icon("clock")}</span><div><b>${titleOf(task)}</b><p>${line(task)}</p><p><span role="status">${task.stage}</span></p><progress aria-label="${titleOf(task)}"></progress></div></li>`

const failedTask = (task: TaskView, org: string): Html =>
  html`<li><span class="bad">${icon("warn")}</span><div><b>Failed: ${titleOf(task)}</b><p>${line(task)}</p><p>${linkPages(task.problem ?? "", org)}</p></div>${
    task.campaign === null
      ? null
      : linkButton(pagePaths.campaign(org, task.campaign.slug), "Open campaign", "quiet tiny")
  }</li>`

/**
 * Background tasks: those under way with their progress, and failed ones with what to do. Without script it shows the
 * state at load, with a link to reload.
 */
export const taskCard = (tasks: ReadonlyArray<TaskView>, { org, path }: BrowserRequest): Html => {
  if (tasks.length === 0) return html`<div data-live="tasks"></div>`
  const open = tasks.filter(({ stage }) => stage !== null)
  const failed = tasks.filter(({ stage }) => stage === null)
  return html`<div data-live="tasks">${card({
    id: "tasks",
    title: open.length === 0 ? "Failed tasks" : "Under way",
    note: open.length === 0 ? "last 7 days" : html`<a href="${path}">Reload</a>`,
    padded: false,
    body: html`<ul class="list">${open.map(openTask)}${failed.map((task) => failedTask(task, org))}</ul>`
  })}</div>`
}
