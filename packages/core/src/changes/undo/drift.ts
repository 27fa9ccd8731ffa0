import type { OutsideChange, PlatformCampaign } from "../../platform/model/index.ts"
import type { Inverse } from "../inverse.ts"

/** What the platform calls the fields that a piece is about. */
const fieldsOf = (piece: Inverse): ((field: string) => boolean) => {
  if (piece.kind === "campaign_state") return (field) => field === "status"
  if (piece.kind !== "campaign_field") return () => false
  switch (piece.field) {
    case "name":
      return (field) => field === "name"
    case "budget":
      return (field) => field === "amountMicros"
    case "target_cpa":
      return (field) => field.endsWith("targetCpaMicros")
  }
}

/** Whether the platform shows something else than the action had set. */
export const differs = (piece: Inverse, there: PlatformCampaign): boolean => {
  if (piece.kind === "campaign_state") return there.state !== (piece.set === "live" ? "live" : "paused")
  if (piece.kind !== "campaign_field") return false
  const shown = { name: there.name, budget: there.budget, target_cpa: there.targetCpa }
  return shown[piece.field] !== piece.set
}

/** The latest edit by others of just this, on the campaign or on its budget. */
export const outsideEdit = (
  piece: Inverse,
  there: PlatformCampaign,
  changes: ReadonlyArray<OutsideChange>
): OutsideChange | undefined => {
  const isAbout = fieldsOf(piece)
  const resources: ReadonlyArray<unknown> = [there.ref, there.budgetRef]
  return changes.findLast(({ detail }) => {
    const fields = Array.isArray(detail["fields"]) ? (detail["fields"] as ReadonlyArray<string>) : []
    return resources.includes(detail["resource"]) && fields.some(isAbout)
  })
}

/** Why pieces of an action no longer stand in the platform, by their place in the action's inverse. */
export type Drift = ReadonlyMap<number, string>
