import { Activity } from "@adwarden/core"
import { Effect } from "effect"
import { together } from "../../kit/dashboard-page.ts"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { closedLogCard, logCard, logColumns, readLog } from "../activity/log.ts"
import { makePreviewUndo, undoBox } from "../activity/undo.ts"
import { campaignFile, campaignPage, mayChange } from "./campaign-page.ts"

/** /o/{org}/campaigns/{slug}/log. Only owners read the log, as through the API. */
export const campaignLog = (router: PageRouter) =>
  Effect.gen(function* () {
    const activity = yield* Activity
    const previewUndo = yield* makePreviewUndo
    campaignFile(router, {
      tab: "log",
      rows: (reader, campaign) => readLog(activity, reader, { campaign, by: null, source: null }),
      columns: () => logColumns
    })
    campaignPage(router, {
      tab: "log",
      read: (reader, slug, request) => {
        const { query } = request
        if (!reader.clearance.scopes.has("audit:read")) return Effect.succeed(null)
        const asked = query.get("undo")
        return together({
          page: activity.page(reader.clearance, {
            campaign: slug,
            by: null,
            source: null,
            cursor: query.get("cursor")
          }),
          undo:
            asked === null || !/^act_[0-9A-Za-z]+$/.test(asked)
              ? Effect.succeed(null)
              : Effect.map(previewUndo(reader, asked, request), (preview) => ({ id: asked, preview }))
        })
      },
      render: ({ data, frame, organization: current }, request) => {
        if (data === null) return { body: closedLogCard }
        const { page, undo } = data
        return {
          body: html`${logCard(page, {
            request,
            currency: current.currency,
            none: { text: "Executed changes of the campaign appear here, each with a way to undo it." },
            timeZone: frame.person.timeZone,
            mayUndo: mayChange(current),
            undo: undo === null ? null : { id: undo.id, preview: undoBox(undo, undo.preview, request) }
          })}`
        }
      }
    })
  })
