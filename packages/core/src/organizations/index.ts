import { Effect } from "effect"
import { registerHandlers } from "../request/handler.ts"
import { getBusinessProfile } from "./business-profile/endpoints.ts"
import { organizationHandlers } from "./reads.ts"
import { getWebsiteFacts } from "./website-facts/read.ts"

export {
  type BusinessLocation,
  businessLocationsOf,
  lookUpLocations,
  placesNamed,
  resolveLocations,
  type Targeting,
  targetingOf,
  taskFailureOf
} from "./business-profile/profile.ts"
export {
  businessProfileStatus,
  type ProfileStatus,
  type ReadyProfile,
  readBrandName,
  readOwnTexts,
  readyProfile
} from "./business-profile/rows.ts"

/** The operations of organizations. */
export const organizations = Effect.zipRight(
  organizationHandlers,
  registerHandlers(getBusinessProfile, getWebsiteFacts)
)
