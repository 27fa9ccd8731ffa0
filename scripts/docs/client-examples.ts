/** Examples of the client that need an id of the service, and those of lists and errors. Others come from the contract. */
export const clientExamples: Readonly<Record<string, string>> = {
  lists: `const { total, next_cursor } = await client.campaigns.list({ limit: 5 }).page()
console.log(total, next_cursor)
for (const campaign of await client.campaigns.list().all()) console.log(campaign.slug, campaign.budget)`,
  errors: `import { BudgetCapExceededError } from "@adwarden/client"

try {
  await client.campaigns.update("boiler-repair", { budget: 5000, dry_run: false })
} catch (error) {
  if (!(error instanceof BudgetCapExceededError)) throw error
  console.log(error.code, error.message)
}`,
  "actions.undo": `const preview = await client.campaigns.update("boiler-repair", { budget: 104 })
const done = await preview.execute()
if (done.outcome === "executed" && done.action_id !== null) console.log(await client.actions.undo(done.action_id))`,
  "campaigns.create_ad": `const { website_url } = await client.campaigns.get("boiler-repair")
console.log(await client.campaigns.createAd("boiler-repair", { url: new URL("boilers", website_url).href }))`,
  "tasks.get": `const { task_tracking_id } = await client.reports.generate("weekly")
console.log(await client.tasks.get(task_tracking_id))`,
  "queued_writes.get": `const result = await client.campaigns.update("boiler-repair", { budget: 105, dry_run: false })
if (result.outcome === "held") console.log(await client.queuedWrites.get(result.queued_recommendation_id))`,
  "queued_writes.withdraw": `const result = await client.campaigns.update("boiler-repair", { budget: 106, dry_run: false })
if (result.outcome === "held") console.log(await client.queuedWrites.withdraw(result.queued_recommendation_id))`,
  "reports.get": `const { reports } = await client.reports.list("weekly").page()
for (const { id } of reports) console.log(await client.reports.get("weekly", id))`,
  "recommendations.apply": `const { recommendations } = await client.recommendations.list().page()
const first = recommendations[0]
if (first !== undefined) {
  const preview = await client.recommendations.apply(first.id)
  console.log(preview)
}`,
  "strategy.get": `const { strategies } = await client.strategy.list().page()
for (const { id } of strategies) console.log(await client.strategy.get(id))`
}
