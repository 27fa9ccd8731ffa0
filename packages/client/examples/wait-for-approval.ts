// Requests a change that requires approval, and waits for the decision.
import { Adwarden } from "@adwarden/client"

const client = new Adwarden({
  baseUrl: process.env["ADWARDEN_URL"],
  apiKey: process.env["ADWARDEN_API_KEY"]
})

const [campaign] = (await client.campaigns.list({ limit: 1 }).page()).campaigns
const outcome = await client.campaigns.update(campaign!.slug, { name: "Autumn", dry_run: false })

if (outcome.outcome === "held") {
  console.log("It waits for approval.")
  const seconds = Number(process.env["PATIENCE"] ?? 600)
  const decided = await client.queuedWrites
    .wait(outcome, { timeout: seconds * 1000, pause: { first: 1000, longest: 30_000 } })
    .catch((error: { readonly code?: string }) => {
      if (error.code !== "timed_out") throw error
      return null
    })
  console.log(decided === null ? "Not decided yet." : `It was ${decided.status}. ${decided.reason ?? ""}`)
} else {
  console.log("No approval was required.")
}
