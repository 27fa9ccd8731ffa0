import { Effect } from "effect"
import { Changes } from "../changes/changes.ts"
import { Events } from "../events/events.ts"
import { administer, administerChange } from "../pipeline/administer.ts"
import { addComment, approve, reject } from "./decide.ts"

/** Decisions about queued writes. Only people can make them; API keys and access tokens cannot. */
export const decisionAdministration = Effect.map(Effect.all([Changes, Events]), ([changes, events]) => ({
  /** Executes the write as its requester. The result is approved, or failed where a rule now refuses it. */
  "approvals.approve": administer("approvals.approve", (clearance, { id }) =>
    Effect.provideService(approve(changes, id, clearance), Events, events)
  ),
  "approvals.reject": administer("approvals.reject", (clearance, { id, reason }) =>
    Effect.zipRight(events.ready, reject(id, reason?.trim() || null, clearance)).pipe(
      Effect.provideService(Events, events)
    )
  ),
  /** Adds a comment without deciding. Every member can comment. */
  "approvals.comment": administerChange("approvals.comment", (clearance, { comment, id }) =>
    addComment(id, comment.trim(), clearance)
  )
}))
