// Generated from the contract by `npm run docs`. Do not edit.
import type { Adwarden } from "../../src/index.ts"
import { BudgetCapExceededError } from "../../src/index.ts"

type Example = (
  client: Adwarden,
  console: { readonly log: (...values: ReadonlyArray<unknown>) => void }
) => Promise<void>

/** The examples of docs/reference/client, by operation. */
export const referenceExamples: Readonly<Record<string, Example>> = {
  lists: async (client, console) => {
    const { total, next_cursor } = await client.campaigns.list({ limit: 5 }).page()
    console.log(total, next_cursor)
    for (const campaign of await client.campaigns.list().all()) console.log(campaign.slug, campaign.budget)
  },
  errors: async (client, console) => {
    try {
      await client.campaigns.update("boiler-repair", { budget: 5000, dry_run: false })
    } catch (error) {
      if (!(error instanceof BudgetCapExceededError)) throw error
      console.log(error.code, error.message)
    }
  },
  "organizations.list": async (client, console) => {
    for await (const row of client.organizations.list()) console.log(row)
  },
  "organizations.get": async (client, console) => {
    console.log(await client.organizations.get())
  },
  "organizations.business_profile": async (client, console) => {
    console.log(await client.organizations.businessProfile())
  },
  "website_facts.get": async (client, console) => {
    console.log(await client.websiteFacts.get({ url: "https://northwind.example/" }))
  },
  "campaigns.list": async (client, console) => {
    for await (const row of client.campaigns.list({ state: "live", limit: 1 })) console.log(row)
  },
  "campaigns.get": async (client, console) => {
    console.log(await client.campaigns.get("boiler-repair"))
  },
  "campaigns.create": async (client, console) => {
    console.log(await client.campaigns.create({ website_url: "https://northwind.example/", budget: 25 }))
  },
  "campaigns.list_ads": async (client, console) => {
    for await (const row of client.campaigns.listAds("boiler-repair")) console.log(row)
  },
  "campaigns.create_ad": async (client, console) => {
    const { website_url } = await client.campaigns.get("boiler-repair")
    console.log(
      await client.campaigns.createAd("boiler-repair", { url: new URL("boilers", website_url).href })
    )
  },
  "ads.update": async (client, console) => {
    const { ads } = await client.campaigns.listAds("boiler-repair").page()
    const preview = await client.ads.update("boiler-repair", ads[0]!.ad_id, { state: "paused" })
    console.log(preview)
  },
  "assets.update": async (client, console) => {
    const preview = await client.assets.update("boiler-repair", { callouts: ["Fixed prices", "Open daily"] })
    console.log(preview)
    const done = await preview.execute()
    console.log(done.outcome)
  },
  "campaigns.update": async (client, console) => {
    const preview = await client.campaigns.update("boiler-repair", { budget: 110 })
    console.log(preview)
    const done = await preview.execute()
    console.log(done.outcome)
  },
  "campaigns.set_state": async (client, console) => {
    const preview = await client.campaigns.setState("bathroom-fitting", { state: "live" })
    console.log(preview)
    const done = await preview.execute()
    console.log(done.outcome)
  },
  "campaigns.accept_changes": async (client, console) => {
    const preview = await client.campaigns.acceptChanges("old-sync")
    console.log(preview)
    const done = await preview.execute()
    console.log(done.outcome)
  },
  "keywords.list": async (client, console) => {
    for await (const row of client.keywords.list("boiler-repair")) console.log(row)
  },
  "keywords.list_negatives": async (client, console) => {
    for await (const row of client.keywords.listNegatives("boiler-repair")) console.log(row)
  },
  "keywords.add_negatives": async (client, console) => {
    const preview = await client.keywords.addNegatives("boiler-repair", { keywords: ["boiler jobs"] })
    console.log(preview)
    const done = await preview.execute()
    console.log(done.outcome)
  },
  "keywords.remove_negatives": async (client, console) => {
    const preview = await client.keywords.removeNegatives("boiler-repair", { keywords: ["boiler jobs"] })
    console.log(preview)
    const done = await preview.execute()
    console.log(done.outcome)
  },
  "keywords.update": async (client, console) => {
    const preview = await client.keywords.update("boiler-repair", {
      keywords: [{ op: "pause", text: "boiler fix" }]
    })
    console.log(preview)
    const done = await preview.execute()
    console.log(done.outcome)
  },
  "performance.get": async (client, console) => {
    console.log(await client.performance.get({ from: "2026-01-05", to: "2026-01-11" }))
  },
  "performance.search_terms": async (client, console) => {
    for await (const row of client.performance.searchTerms({ days: 7 })) console.log(row)
  },
  "performance.query": async (client, console) => {
    console.log(
      await client.performance.query({
        query:
          "SELECT campaign.name, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS ORDER BY metrics.clicks DESC"
      })
    )
  },
  "reports.list": async (client, console) => {
    for await (const row of client.reports.list("weekly")) console.log(row)
  },
  "reports.latest": async (client, console) => {
    console.log(await client.reports.latest("weekly"))
  },
  "reports.get": async (client, console) => {
    const { reports } = await client.reports.list("weekly").page()
    for (const { id } of reports) console.log(await client.reports.get("weekly", id))
  },
  "reports.generate": async (client, console) => {
    console.log(await client.reports.generate("weekly"))
  },
  "strategy.generate": async (client, console) => {
    console.log(
      await client.strategy.generate({ documents: [{ name: "Goals", content: "More emergency calls." }] })
    )
  },
  "strategy.list": async (client, console) => {
    for await (const row of client.strategy.list()) console.log(row)
  },
  "strategy.get": async (client, console) => {
    const { strategies } = await client.strategy.list().page()
    for (const { id } of strategies) console.log(await client.strategy.get(id))
  },
  "detectors.run": async (client, console) => {
    console.log(
      await client.detectors.run("boiler-repair", { detector: "negative_keywords", options: { days: 30 } })
    )
  },
  "recommendations.list": async (client, console) => {
    for await (const row of client.recommendations.list()) console.log(row)
  },
  "recommendations.apply": async (client, console) => {
    const { recommendations } = await client.recommendations.list().page()
    const first = recommendations[0]
    if (first !== undefined) {
      const preview = await client.recommendations.apply(first.id)
      console.log(preview)
    }
  },
  "recommendations.apply_several": async (client, console) => {
    const { recommendations } = await client.recommendations.list().page()
    const ids = recommendations.flatMap(({ id, type }) => (type === "negative_keywords" ? [id] : []))
    if (ids.length > 0) console.log(await client.recommendations.applySeveral({ ids }))
    else console.log("Nothing to exclude")
  },
  "actions.undo": async (client, console) => {
    const preview = await client.campaigns.update("boiler-repair", { budget: 104 })
    const done = await preview.execute()
    if (done.outcome === "executed" && done.action_id !== null)
      console.log(await client.actions.undo(done.action_id))
  },
  "actions.list": async (client, console) => {
    for await (const row of client.actions.list()) console.log(row)
  },
  "actions.list_mine": async (client, console) => {
    for await (const row of client.actions.listMine({ campaign: "boiler-repair" })) console.log(row)
  },
  "audit.export": async (client, console) => {
    for await (const row of client.audit.export()) console.log(row)
  },
  "tasks.get": async (client, console) => {
    const { task_tracking_id } = await client.reports.generate("weekly")
    console.log(await client.tasks.get(task_tracking_id))
  },
  "queued_writes.list": async (client, console) => {
    for await (const row of client.queuedWrites.list({ status: "pending" })) console.log(row)
  },
  "queued_writes.get": async (client, console) => {
    const result = await client.campaigns.update("boiler-repair", { budget: 105, dry_run: false })
    if (result.outcome === "held") console.log(await client.queuedWrites.get(result.queued_recommendation_id))
  },
  "queued_writes.withdraw": async (client, console) => {
    const result = await client.campaigns.update("boiler-repair", { budget: 106, dry_run: false })
    if (result.outcome === "held")
      console.log(await client.queuedWrites.withdraw(result.queued_recommendation_id))
  }
}
