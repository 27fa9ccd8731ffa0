import { handles } from "../pipeline/handlers.ts"
import { getBusinessProfile } from "./business-profile.ts"
import { getOrganization } from "./get.ts"
import { listOrganizations } from "./list.ts"

/** What organizations offer. */
export const organizations = handles(listOrganizations, getOrganization, getBusinessProfile)

export { type BusinessProfile, findBusinessProfile, profileStanding } from "./find-profile.ts"
