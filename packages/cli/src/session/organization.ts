import { Adwarden, AdwardenError } from "@adwarden/client"
import { usageRefusal } from "../refusal.ts"
import { clientOptionsOf, type Identity } from "./identity.ts"
import { defaultOrg } from "./profiles.ts"

/** The organizations of a login; none if it cannot list them. */
const organizationsOf = async (identity: Identity): Promise<ReadonlyArray<string>> => {
  try {
    const rows = await new Adwarden(clientOptionsOf(identity)).organizations.list().all()
    return rows.map(({ slug }) => slug)
  } catch (error) {
    if (error instanceof AdwardenError) return []
    throw error
  }
}

/**
 * Returns the organization of a command without `--org`: ADWARDEN_ORG, the profile's own, or the only one of the login.
 * An API key has its own, whatever the profile says: then it is undefined.
 */
export const organizationFor = async (identity: Identity): Promise<string | undefined> => {
  if (identity.by === "key") return process.env["ADWARDEN_ORG"]?.trim() || undefined
  const chosen = await defaultOrg(process.env, identity.profile)
  if (chosen !== undefined) return chosen
  const slugs = await organizationsOf(identity)
  if (slugs.length < 2) return slugs[0]
  throw usageRefusal(
    `You can act in several organizations, so name one with --org: ${slugs.join(", ")}.`,
    `adwarden profiles use ${identity.profile} --org ${slugs[0]}`
  )
}
