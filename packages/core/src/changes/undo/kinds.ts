import { Effect } from "effect"
import { Queue } from "../../tasks/queue.ts"
import type { Inverse, InverseOf } from "../inverse.ts"
import { campaignField } from "./campaign-field.ts"
import { campaignState } from "./campaign-state.ts"
import type { Kind } from "./kind.ts"
import { negativeKeywords } from "./negative-keywords.ts"
import { platformRemoval } from "./platform-removal.ts"

type Kinds = { readonly [Name in Inverse["kind"]]: Kind<InverseOf<Name>> }

/** Every kind of inverse and how it is brought back: whoever adds a kind adds a line. */
const all = Effect.gen(function* () {
  const kinds: Kinds = {
    campaign_field: campaignField,
    campaign_state: campaignState(yield* Queue),
    negative_keywords: negativeKeywords(yield* platformRemoval)
  }
  return kinds
})

/** A piece goes to the kind of its own name, which the compiler cannot see through an index. */
export const undoKinds = Effect.map(all, (kinds) => {
  const kindOf = (piece: Inverse) => kinds[piece.kind] as Kind<Inverse>
  return { kindOf }
})
export type UndoKinds = Effect.Effect.Success<typeof undoKinds>
