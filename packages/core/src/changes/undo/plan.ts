import { Effect } from "effect"
import { type MonthlyCapExceeded, Unavailable, type UndoConflict } from "../../contract/index.ts"
import type { Setting } from "../change.ts"
import { capProblem } from "./cap.ts"
import { conflictAfter } from "./conflict.ts"
import type { Drift } from "./drift.ts"
import { findAction, type UndoAction } from "./find-action.ts"
import type { Look, Lost, Way } from "./kind.ts"
import type { UndoKinds } from "./kinds.ts"

export interface UndoPlan {
  readonly action: UndoAction
  readonly ways: ReadonlyArray<Way>
  readonly lost: ReadonlyArray<Lost>
  readonly problem: UndoConflict | MonthlyCapExceeded | null
}

/** What others changed in the platform is left as they want it. */
const drifted =
  (reason: string | undefined) =>
  (look: Look): Look =>
    reason === undefined || look.way === null
      ? look
      : { way: null, lost: [...look.lost, { what: look.way.what, reason }] }

const busy = (because: string) => new Unavailable({ retryAfter: 2, because })

/** What would come back if the action were undone now. */
export const planUndo = (kinds: UndoKinds, setting: Setting, id: string) =>
  Effect.gen(function* () {
    const { approving, organization } = setting
    const user = setting.clearance.caller.userId
    const action = yield* findAction(organization.id, id)
    const plan: UndoPlan = { action, ways: [], lost: [], problem: null }
    if (action.undone) return plan
    if (action.undoing) return yield* busy(`The action ${id} is being undone right now.`)
    if (action.state === "executing") {
      return yield* busy(`The action ${id} is still being carried out in the ad platform.`)
    }
    const impossible = (reason: string): UndoPlan => ({ ...plan, lost: [{ what: action.detail, reason }] })
    if (action.state === "failed") return impossible("The action failed and changed nothing.")
    const pieces = action.inverse ?? []
    if (pieces.length === 0) return impossible("This kind of action has no way back.")

    const same = pieces.map((piece) => kinds.kindOf(piece).same(piece))
    const conflict = yield* conflictAfter(organization.id, action.sequence, same)
    if (conflict !== null) return { ...plan, problem: conflict }
    const drift = (setting.asked ?? new Map()) as Drift
    const looks = yield* Effect.forEach(pieces, (piece, place) =>
      Effect.map(kinds.kindOf(piece).look(organization.id, piece, user), drifted(drift.get(place)))
    )
    const ways = looks.flatMap(({ way }) => way ?? [])
    const problem = yield* capProblem(organization, ways, approving)
    return { action, ways, lost: looks.flatMap(({ lost }) => lost), problem }
  })
