import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { type ActionId, NotFound } from "../../contract/index.ts"
import type { Inverse } from "../inverse.ts"

/** An action as undo looks at it. */
export interface UndoAction {
  readonly id: ActionId
  readonly sequence: number
  readonly at: string
  readonly op: string
  readonly detail: string
  readonly campaign_id: number | null
  readonly campaign: string | null
  readonly state: "executing" | "executed" | "failed"
  readonly inverse: ReadonlyArray<Inverse> | null
  readonly recommendation_id: string | null
  readonly undone: boolean
  /** Whether its undo is on the way to the platform. */
  readonly undoing: boolean
}

export const findAction = (organization: number, id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<UndoAction>`
      select a.id, a.sequence, a.at, a.op, a.detail, a.campaign_id, c.slug as campaign, a.state, a.inverse,
        a.recommendation_id, a.undone_at is not null as undone, a.undoing is not null as undoing
      from actions a left join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
      where a.organization_id = ${organization} and a.id = ${id}
      for no key update of a`
    return (
      row ??
      (yield* new NotFound({ what: `The action ${id}`, next: "Use an action_id that a change returned." }))
    )
  })
