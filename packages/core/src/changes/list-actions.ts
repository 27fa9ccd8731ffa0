import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { handler } from "../request/handler.ts"
import { actorOf } from "./action-log.ts"
import { CampaignDirectory } from "./campaign-directory.ts"
import { type ActionFilter, makeActionReader, type ReadAction } from "./read-actions.ts"

type Entry = Output<"actions.list">["actions"][number]

const dayLength = 86_400_000

const everything: ActionFilter = {
  source: null,
  since: null,
  before: null,
  campaign: null,
  user: null,
  key: null
}

const toEntry = ({ campaign, outside, row, syncError }: ReadAction): Entry => ({
  id: row.id,
  at: row.at,
  source: row.source,
  actor: actorOf({
    type: row.actor_type,
    prefix: row.actor_key_prefix,
    lastFour: row.actor_key_last_four,
    user: row.actor_user_email
  }),
  op: row.op,
  campaign: campaign?.slug ?? null,
  detail: row.detail,
  undone: row.undone,
  ...(row.comment === null ? {} : { comment: row.comment }),
  ...(syncError === null ? {} : { sync_error: syncError }),
  ...(outside.length === 0 ? {} : { outside_change: outside })
})

export const listActions = handler(
  "actions.list",
  Effect.map(makeActionReader, (reader) =>
    Effect.fnUntraced(function* ({ organization }, { from, source = null, to, ...request }) {
      const filter = {
        ...everything,
        source,
        since: from === undefined ? null : Date.parse(from),
        before: to === undefined ? null : Date.parse(to) + dayLength
      }
      const { actions, ...page } = yield* reader.page(organization.id, filter, request)
      return { actions: actions.map(toEntry), ...page }
    })
  )
)

/** Lists the actions of the calling key, or of the calling person, who may have used the dashboard and any app. */
export const listOwnActions = handler(
  "actions.list_mine",
  Effect.gen(function* () {
    const reader = yield* makeActionReader
    const campaigns = yield* CampaignDirectory
    return Effect.fnUntraced(function* ({ caller, organization }, { campaign, ...request }) {
      const filter = {
        ...everything,
        campaign: yield* campaigns.findId(organization, campaign),
        ...(caller.kind === "api_key" ? { key: caller.keyId } : { user: caller.userId })
      }
      const { actions, ...page } = yield* reader.page(organization.id, filter, request)
      return { actions: actions.map(toEntry), ...page }
    })
  })
)
