import { EmergencyStop, type Frame, Pages, type SpendingCampaign, type StopResult } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { formPage } from "../../kit/page-route.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, card, count, empty, head, items, linkButton, money, table } from "../../parts/index.ts"

const stopPage = (frame: Frame, content: Content): Page => ({
  title: "Emergency stop",
  dashboard: { frame, place: { of: "organization", page: "stop" } },
  body: html`${head({ title: "Emergency stop" })}${content}`
})

const dailyOf = (campaigns: ReadonlyArray<SpendingCampaign>): number =>
  campaigns.reduce((sum, { budget }) => sum + (budget ?? 0), 0)

/** What would happen, and the button that names it. */
const question = (
  campaigns: ReadonlyArray<SpendingCampaign>,
  frame: Frame,
  request: BrowserRequest
): Html => {
  const { currency, slug } = frame.organization!
  const effect = `Pause ${count(campaigns.length, "campaign")}`
  return card({
    id: "stop",
    title: "Stop all spend?",
    note: "nothing has changed yet",
    body: html`<p>Every live campaign is paused. Together they spend up to <b>${money(dailyOf(campaigns), currency)} a day</b>. What was spent stays spent.</p>
<p>From then on every change of a key or an app waits for approval, so no agent can start a campaign again by itself. Keys still read.</p>
<p>Each pause can be undone on its own. The approval policy stays as it is set until an owner changes it.</p>
<div class="row">${form(request, pagePaths.stop(slug), html`<button class="danger">${campaigns.length === 0 ? "Hold all changes of keys and apps" : `${effect} now`}</button>`)}${linkButton(pagePaths.organization(slug), "Cancel")}</div>`
  })
}

const campaignCard = (campaigns: ReadonlyArray<SpendingCampaign>, currency: string): Html =>
  card({
    id: "campaigns",
    title: "Campaigns that spend now",
    padded: false,
    body:
      campaigns.length === 0
        ? empty({ icon: "check", title: "No campaign is live", text: "Nothing spends at the moment." })
        : table({
            labelledBy: "campaigns",
            rows: campaigns,
            columns: [
              { title: "Campaign", cell: ({ name }) => name },
              {
                title: "Budget a day",
                figure: true,
                cell: ({ budget }) => (budget === null ? "none" : money(budget, currency))
              }
            ]
          })
  })

const resultCards = ({ failed, paused }: StopResult, org: string): Html =>
  html`${
    failed.length === 0
      ? banner("good", `${count(paused.length, "campaign")} paused. The ad platform is being told.`)
      : banner(
          "bad",
          html`<b>${count(failed.length, "campaign")} could not be paused.</b> Pause them in the ad platform itself.`
        )
  }
${
  failed.length === 0
    ? null
    : card({
        id: "failed",
        title: "Not paused",
        padded: false,
        body: items(
          failed.map(({ name, reason, slug }) => ({
            icon: "cross",
            tone: "bad",
            href: pagePaths.campaign(org, slug),
            title: name,
            line: reason
          }))
        )
      })
}
${
  paused.length === 0
    ? null
    : card({
        id: "paused",
        title: "Paused",
        padded: false,
        body: items(
          paused.map(({ action, name, slug }) => ({
            icon: "check",
            tone: "good",
            href: pagePaths.campaign(org, slug),
            title: name,
            line:
              action === null
                ? "It was already paused."
                : html`Undo it with the action <code>${action}</code>`
          }))
        )
      })
}`

/** /o/{org}/settings/stop: pauses every live campaign, for owners. */
export const emergencyStop = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const stops = yield* EmergencyStop
    const path = routePattern(pagePaths.stop(":org"))
    const pageOf = (org: string) =>
      pages.ofOrganization("pages.stop", org, ({ clearance }) => stops.preview(clearance))

    router.get(path, {
      name: "pages.stop",
      invocation: ({ parameters: { org = "" } }) => Effect.succeed({ endpoint: pageOf(org) }),
      render: ({ data, frame }, request) =>
        stopPage(
          frame,
          html`${question(data, frame, request)}${campaignCard(data, frame.organization!.currency)}`
        )
    })
    router.post<StopResult>(path, {
      name: "organizations.stop",
      invocation: ({ parameters: { org = "" } }) => Effect.succeed({ endpoint: stops.stop(org) }),
      render: (_, { parameters: { org = "" } }) => ({ redirect: pagePaths.organization(org) }),
      showResult: (result, { parameters: { org = "" } }) =>
        formPage(pageOf(org), ({ frame }) => stopPage(frame, resultCards(result, org)))
    })
  })
