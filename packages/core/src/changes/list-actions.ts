import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { handler } from "../request/handler.ts"
import { makeActionReader, type ReadAction } from "./read-actions.ts"

type Entry = Output<"actions.list">["actions"][number]

const dayLength = 86_400_000

const toEntry = ({ campaign, outside, row, syncError }: ReadAction): Entry => ({
  id: row.id,
  at: row.at,
  source: row.source,
  actor: {
    type: row.actor_type,
    ...(row.actor_key_prefix === null ? {} : { prefix: row.actor_key_prefix }),
    ...(row.actor_key_last_four === null ? {} : { last_four: row.actor_key_last_four }),
    ...(row.actor_user_email === null ? {} : { user: row.actor_user_email })
  },
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
        source,
        since: from === undefined ? null : Date.parse(from),
        before: to === undefined ? null : Date.parse(to) + dayLength,
        campaign: null,
        user: null,
        key: null
      }
      const { actions, ...page } = yield* reader.page(organization.id, filter, request)
      return { actions: actions.map(toEntry), ...page }
    })
  )
)
