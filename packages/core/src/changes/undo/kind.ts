import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { PushField } from "../../campaigns/push/settings.ts"
import type { WriteFailure } from "../../platform/index.ts"
import type { Act } from "../change.ts"
import type { Inverse } from "../inverse.ts"

/** What cannot be brought back, and why. */
export interface Lost {
  readonly what: string
  readonly reason: string
}

/** A piece that can be brought back. */
export interface Way<Piece extends Inverse = Inverse> {
  /** As much of the piece as there is to bring back. */
  readonly piece: Piece
  /** "Daily budget of boiler-repair" */
  readonly what: string
  /** "Daily budget of boiler-repair to 100" */
  readonly sentence: string
  /** Where it moves a daily budget: the monthly cap wants to know. */
  readonly budget?: { readonly campaign: number; readonly from: number; readonly to: number }
  /** The platform has to do it first; only then is it so here. */
  readonly platformFirst?: boolean
}

export interface Look<Piece extends Inverse = Inverse> {
  readonly way: Way<Piece> | null
  readonly lost: ReadonlyArray<Lost>
}

export interface Restored {
  /** What of a campaign the platform must be brought in line with. */
  readonly push?: { readonly campaign: number; readonly field: PushField }
  readonly task?: number
}

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** How one kind of thing is brought back. A new kind of inverse needs one of these, and nothing else. */
export interface Kind<Piece extends Inverse> {
  /** Part of a piece that shows, in another action, that it moved the same thing. */
  readonly same: (piece: Piece) => Partial<Piece>
  /** What of the piece still stands as the action set it. */
  readonly look: (organization: number, piece: Piece, user: number) => Sql<Look<Piece>>
  readonly restore: (organization: number, piece: Piece, act: UndoAct) => Sql<Restored>
  /** For what the platform does first. Doing it twice does no harm: it is tried again when no answer came. */
  readonly platform?: (organization: number, piece: Piece) => Effect.Effect<void, WriteFailure | SqlError>
}

/** An undo under way: on whose behalf, and of which action. */
export interface UndoAct {
  readonly action: string
  readonly userId: number | null
}

export const undoActOf = (action: string, { clearance }: Act): UndoAct => ({
  action,
  userId: clearance.caller.userId
})
