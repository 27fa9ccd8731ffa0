import type { RequesterNames } from "../../access/requester.ts"
import type { UndoOutlook } from "../../changes/activity-rows.ts"
import type { ReadAction } from "../../changes/read-actions.ts"
import type { MetOutsideChange } from "../../changes/stored.ts"
import { renderMentions } from "../../contract/index.ts"

/** The person behind a change, and the key or connected app that made it for them. */
export interface Actor {
  /** Null for the service itself. */
  readonly person: string | null
  readonly key: { readonly id: number; readonly name: string; readonly lastFour: string } | null
  readonly app: string | null
}

/** An executed change as the activity page shows it. */
export interface ActivityEntry {
  readonly id: string
  readonly at: string
  readonly detail: string
  /** Why, in the requester's own words: untrusted text. */
  readonly comment: string | null
  /** Whether it is an applied recommendation. */
  readonly applied: boolean
  readonly campaign: { readonly slug: string; readonly name: string } | null
  readonly actor: Actor
  /** The person who approved it; null if it needed no approval. */
  readonly approvedBy: string | null
  readonly undone: { readonly at: string; readonly by: string | null } | null
  /** Whether it can be undone as far as the log shows: yes, never, or not before a later action. */
  readonly undo: "possible" | "irreversible" | { readonly later: string }
  readonly syncError: string | null
  /** What others had changed in the ad platform, found when it was sent. */
  readonly outside: ReadonlyArray<MetOutsideChange>
}

/** The columns by which the names of an actor are read. */
export const askedOf = ({ row }: ReadAction) => ({
  requester_user_id: row.actor_user_id ?? 0,
  requester_key_id: row.actor_key_id,
  requester_connection_id: row.actor_connection_id
})

const undoOf = (outlook: UndoOutlook | undefined): ActivityEntry["undo"] => {
  if (outlook === undefined || !outlook.reversible) return "irreversible"
  return outlook.later_id === null ? "possible" : { later: outlook.later_id }
}

interface Known {
  readonly names: RequesterNames | undefined
  readonly outlook: UndoOutlook | undefined
  readonly approvedBy: string | null
}

export const entryOf = (
  { campaign, outside, row, syncError }: ReadAction,
  { approvedBy, names, outlook }: Known
): ActivityEntry => ({
  id: row.id,
  at: row.at,
  detail: row.detail,
  comment: row.comment,
  applied: row.source === "engine",
  campaign: campaign === undefined ? null : { slug: campaign.slug, name: campaign.name },
  actor: {
    person: row.actor_type === "engine" ? null : (names?.person ?? row.actor_user_email),
    key:
      row.actor_key_id === null
        ? null
        : {
            id: row.actor_key_id,
            name: names?.key ?? "API key",
            lastFour: row.actor_key_last_four ?? ""
          },
    app: names?.app ?? null
  },
  approvedBy,
  undone: row.undone_at === null ? null : { at: row.undone_at, by: row.undone_by },
  undo: undoOf(outlook),
  syncError: syncError === null ? null : renderMentions("dashboard", syncError),
  outside
})
