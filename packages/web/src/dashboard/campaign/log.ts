import { Activity, type OrganizationPageReader, PeopleWrites } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { together } from "../../kit/dashboard-page.ts"
import { html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { linkButton } from "../../parts/index.ts"
import { closedLogCard, logCard, logColumns, readLog } from "../activity/log.ts"
import { outsideCard, previewAccept, previewRevert } from "../activity/outside.ts"
import { makePreviewUndo, undoBox } from "../activity/undo.ts"
import { campaignFile, campaignPage, mayChange } from "./campaign-page.ts"

/** The days of changes outside, which the ad platform does not keep for long. */
const outsideDays = 90

/** /o/{org}/campaigns/{slug}/log. Only owners read the log, as through the API. */
export const campaignLog = (router: PageRouter) =>
  Effect.gen(function* () {
    const activity = yield* Activity
    const people = yield* PeopleWrites
    const previewUndo = yield* makePreviewUndo
    campaignFile(router, {
      tab: "log",
      rows: (reader, campaign) => readLog(activity, reader, { campaign, by: null, source: null }),
      columns: () => logColumns
    })

    const readPage = (reader: OrganizationPageReader, slug: string, request: BrowserRequest) => {
      const asked = request.query.get("undo")
      return together({
        page: activity.page(reader.clearance, {
          campaign: slug,
          by: null,
          source: null,
          cursor: request.query.get("cursor")
        }),
        undo:
          asked === null || !/^act_[0-9A-Za-z]+$/.test(asked)
            ? Effect.succeed(null)
            : Effect.map(previewUndo(reader, asked, request), (preview) => ({ id: asked, preview }))
      })
    }
    campaignPage(router, {
      tab: "log",
      read: (reader, slug, request) =>
        together({
          log: reader.clearance.scopes.has("audit:read")
            ? readPage(reader, slug, request)
            : Effect.succeed(null),
          timeline: activity.timeline(reader.clearance, slug, { days: outsideDays }),
          reverted: previewRevert(reader, people, request),
          accepting: previewAccept(reader, request)
        }),
      render: (
        { campaign, data: { accepting, log, reverted, timeline }, frame, organization: current },
        request
      ) => {
        const { currency, slug: org } = current
        const undo = log?.undo ?? null
        return {
          body: html`<div class="split">${
            log === null
              ? closedLogCard
              : logCard(log.page, {
                  request,
                  currency,
                  none: {
                    text: "Executed changes of the campaign appear here, each with a way to undo it.",
                    action: linkButton(pagePaths.campaign(org, campaign.slug), "Open the summary")
                  },
                  timeZone: frame.person.timeZone,
                  mayUndo: mayChange(current),
                  undo: undo === null ? null : { id: undo.id, preview: undoBox(undo, undo.preview, request) }
                })
          }${outsideCard(timeline, { request, currency, mayChange: mayChange(current), reverted, accepting })}</div>`
        }
      }
    })
  })
