// Raises the daily budget of a campaign by a few percent: previews the change, executes it, and undoes it.
import { Adwarden, BudgetCapExceededError, responseOf } from "@adwarden/client"

const client = new Adwarden({
  baseUrl: process.env["ADWARDEN_URL"],
  apiKey: process.env["ADWARDEN_API_KEY"]
})

const slug = process.argv[2] ?? "boiler-repair"
const { budget } = await client.campaigns.get(slug)

const preview = await client.campaigns.update(slug, { budget: Math.ceil(budget * 1.05) })
console.log(`${slug}: ${JSON.stringify(preview.would_change)}`)
for (const warning of preview.warnings ?? []) console.log(`Warning: ${warning}`)

if (preview.within_limits) {
  const done = await preview.execute()
  if (done.outcome === "held") {
    console.log(`It waits for approval: ${done.queued_recommendation_id}`)
  } else if (done.action_id !== null) {
    console.log(`Done. ${responseOf(done).writeQuota?.remaining} writes are left today.`)
    const { restored } = await client.actions.undo(done.action_id).then((undone) => {
      if (undone.outcome === "held") throw new Error("The undo waits for approval")
      return undone
    })
    console.log(`Undone: ${restored.join(", ")}`)
  }
}

// A change above a limit fails with an error that states the accepted range.
try {
  await client.campaigns.update(slug, { budget: budget * 10, dry_run: false })
} catch (error) {
  if (!(error instanceof BudgetCapExceededError)) throw error
  console.log(`Too much for one call: at most ${error.allowed_max ?? error.allowed_max_daily}`)
}
