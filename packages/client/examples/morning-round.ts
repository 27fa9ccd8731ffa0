// A morning check for an agency: lists the campaigns with problems in every organization of the user.
import { Adwarden, type ApiError, isWellFormedKey } from "@adwarden/client"

const key = process.env["ADWARDEN_API_KEY"] ?? ""
if (!isWellFormedKey(key))
  throw new Error("ADWARDEN_API_KEY is not a whole key; was it cut when it was copied?")
const client = new Adwarden({
  baseUrl: process.env["ADWARDEN_URL"],
  apiKey: key,
  userAgent: "morning-round/1.0"
})

for await (const { slug, name } of client.organizations.list()) {
  const organizationClient = client.organization(slug)
  const { committed_monthly, currency, max_spend } = await organizationClient.organizations.get()
  console.log(`${name}: ${committed_monthly} of ${max_spend ?? "any"} ${currency} a month`)
  for await (const campaign of organizationClient.campaigns.list({ limit: 100 })) {
    switch (campaign.state) {
      case "error":
        console.log(
          `  ${campaign.slug}: ${(await organizationClient.campaigns.get(campaign.slug)).sync_error}`
        )
        break
      case "live":
        if (campaign.spend_7d === 0) console.log(`  ${campaign.slug} is live and spends nothing`)
        break
      default:
        // Paused campaigns, drafts, and states that later versions add.
        break
    }
  }
  // A missing resource is an error with a code. Other errors are rethrown.
  const profile = await organizationClient.organizations.businessProfile().catch((error: ApiError) => {
    if (error.code === "not_found") return null
    throw error
  })
  if (profile === null) console.log("  has no business profile yet")
}
