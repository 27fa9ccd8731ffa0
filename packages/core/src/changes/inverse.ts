/**
 * What an action changed, piece by piece: what it set, and what was there before. Undo brings back a piece
 * only where what the action set still stands.
 */
export type Inverse =
  | {
      readonly kind: "campaign_field"
      readonly campaign: number
      readonly field: "name" | "budget" | "target_cpa"
      readonly was: string | number | null
      readonly set: string | number | null
    }
  | {
      readonly kind: "campaign_state"
      readonly campaign: number
      readonly was: "live" | "paused" | "draft" | "error"
      readonly set: "live" | "paused" | "draft"
    }
  | { readonly kind: "negative_keywords"; readonly campaign: number; readonly ids: ReadonlyArray<number> }

export type InverseOf<Kind extends Inverse["kind"]> = Extract<Inverse, { readonly kind: Kind }>
