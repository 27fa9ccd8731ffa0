// Generated from the contract by `npm run docs`. Do not edit.

/** The example of each operation with the typed client and with the command. */
export const calls: Readonly<Record<string, { readonly client: string; readonly command: string }>> = {
  "organizations.list": {
    client: "for await (const row of client.organizations.list()) console.log(row)",
    command: "adwarden organizations list"
  },
  "organizations.get": {
    client: "console.log(await client.organizations.get())",
    command: "adwarden organizations get"
  },
  "organizations.business_profile": {
    client: "console.log(await client.organizations.businessProfile())",
    command: "adwarden organizations business-profile"
  },
  "website_facts.get": {
    client: 'console.log(await client.websiteFacts.get({ url: "https://northwind.example/" }))',
    command: "adwarden website-facts get https://northwind.example/"
  },
  "campaigns.list": {
    client: 'for await (const row of client.campaigns.list({ state: "live", limit: 1 })) console.log(row)',
    command: "adwarden campaigns list --state live --limit 1"
  },
  "campaigns.get": {
    client: 'console.log(await client.campaigns.get("boiler-repair"))',
    command: "adwarden campaigns get boiler-repair"
  },
  "campaigns.create": {
    client:
      'console.log(await client.campaigns.create({ website_url: "https://northwind.example/", budget: 25 }))',
    command: "adwarden campaigns create https://northwind.example/ --budget 25 --execute"
  },
  "campaigns.list_ads": {
    client: 'for await (const row of client.campaigns.listAds("boiler-repair")) console.log(row)',
    command: "adwarden campaigns list-ads boiler-repair"
  },
  "campaigns.create_ad": {
    client:
      'const { website_url } = await client.campaigns.get("boiler-repair")\nconsole.log(await client.campaigns.createAd("boiler-repair", { url: new URL("boilers", website_url).href }))',
    command: "adwarden campaigns create-ad boiler-repair https://northwind.example/boilers --execute"
  },
  "campaigns.update": {
    client:
      'const preview = await client.campaigns.update("boiler-repair", { budget: 110 })\nconsole.log(preview)\nconst done = await preview.execute()\nconsole.log(done.outcome)',
    command: "adwarden campaigns update boiler-repair --budget 110"
  },
  "campaigns.set_state": {
    client:
      'const preview = await client.campaigns.setState("bathroom-fitting", { state: "live" })\nconsole.log(preview)\nconst done = await preview.execute()\nconsole.log(done.outcome)',
    command: "adwarden campaigns set-state bathroom-fitting live"
  },
  "campaigns.accept_changes": {
    client:
      'const preview = await client.campaigns.acceptChanges("old-sync")\nconsole.log(preview)\nconst done = await preview.execute()\nconsole.log(done.outcome)',
    command: "adwarden campaigns accept-changes old-sync"
  },
  "ads.update": {
    client:
      'const { ads } = await client.campaigns.listAds("boiler-repair").page()\nconst preview = await client.ads.update("boiler-repair", ads[0]!.ad_id, { state: "paused" })\nconsole.log(preview)',
    command: "adwarden ads update boiler-repair 42 --state paused"
  },
  "assets.update": {
    client:
      'const preview = await client.assets.update("boiler-repair", { callouts: [ "Fixed prices", "Open daily" ] })\nconsole.log(preview)\nconst done = await preview.execute()\nconsole.log(done.outcome)',
    command: "adwarden assets update boiler-repair --callouts 'Fixed prices' --callouts 'Open daily'"
  },
  "keywords.list": {
    client: 'for await (const row of client.keywords.list("boiler-repair")) console.log(row)',
    command: "adwarden keywords list boiler-repair"
  },
  "keywords.list_negatives": {
    client: 'for await (const row of client.keywords.listNegatives("boiler-repair")) console.log(row)',
    command: "adwarden keywords list-negatives boiler-repair"
  },
  "keywords.add_negatives": {
    client:
      'const preview = await client.keywords.addNegatives("boiler-repair", { keywords: [ "boiler jobs" ] })\nconsole.log(preview)\nconst done = await preview.execute()\nconsole.log(done.outcome)',
    command: "adwarden keywords add-negatives boiler-repair 'boiler jobs'"
  },
  "keywords.remove_negatives": {
    client:
      'const preview = await client.keywords.removeNegatives("boiler-repair", { keywords: [ "boiler jobs" ] })\nconsole.log(preview)\nconst done = await preview.execute()\nconsole.log(done.outcome)',
    command: "adwarden keywords remove-negatives boiler-repair 'boiler jobs'"
  },
  "keywords.update": {
    client:
      'const preview = await client.keywords.update("boiler-repair", { keywords: [ { op: "pause", text: "boiler fix" } ] })\nconsole.log(preview)\nconst done = await preview.execute()\nconsole.log(done.outcome)',
    command: 'echo \'[{"op":"pause","text":"boiler fix"}]\' |\n  adwarden keywords update boiler-repair -'
  },
  "performance.get": {
    client: 'console.log(await client.performance.get({ from: "2026-01-05", to: "2026-01-11" }))',
    command: "adwarden performance get --from 2026-01-05 --to 2026-01-11"
  },
  "performance.search_terms": {
    client: "for await (const row of client.performance.searchTerms({ days: 7 })) console.log(row)",
    command: "adwarden performance search-terms --days 7"
  },
  "performance.query": {
    client:
      'console.log(await client.performance.query({ query: "SELECT campaign.name, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS ORDER BY metrics.clicks DESC" }))',
    command:
      "adwarden performance query 'SELECT campaign.name, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS ORDER BY metrics.clicks DESC'"
  },
  "reports.list": {
    client: 'for await (const row of client.reports.list("weekly")) console.log(row)',
    command: "adwarden reports list weekly"
  },
  "reports.latest": {
    client: 'console.log(await client.reports.latest("weekly"))',
    command: "adwarden reports latest weekly"
  },
  "reports.get": {
    client:
      'const { reports } = await client.reports.list("weekly").page()\nfor (const { id } of reports) console.log(await client.reports.get("weekly", id))',
    command: "adwarden reports get weekly rpt_7hT2kQ9xLm4Nc8Vb1ZpR3d"
  },
  "reports.generate": {
    client: 'console.log(await client.reports.generate("weekly"))',
    command: "adwarden reports generate weekly --execute"
  },
  "strategy.generate": {
    client:
      'console.log(await client.strategy.generate({ documents: [ { name: "Goals", content: "More emergency calls." } ] }))',
    command: "echo 'More emergency calls.' |\n  adwarden strategy generate --documents - --execute"
  },
  "strategy.list": {
    client: "for await (const row of client.strategy.list()) console.log(row)",
    command: "adwarden strategy list"
  },
  "strategy.get": {
    client:
      "const { strategies } = await client.strategy.list().page()\nfor (const { id } of strategies) console.log(await client.strategy.get(id))",
    command: "adwarden strategy get str_2Lm9QxT7vB4nK1cZ8pRw5D"
  },
  "detectors.run": {
    client:
      'console.log(await client.detectors.run("boiler-repair", { detector: "negative_keywords", options: { days: 30 } }))',
    command: "adwarden detectors run boiler-repair negative_keywords --days 30"
  },
  "recommendations.list": {
    client: "for await (const row of client.recommendations.list()) console.log(row)",
    command: "adwarden recommendations list"
  },
  "recommendations.apply": {
    client:
      "const { recommendations } = await client.recommendations.list().page()\nconst first = recommendations[0]\nif (first !== undefined) {\n  const preview = await client.recommendations.apply(first.id)\n  console.log(preview)\n}",
    command: "adwarden recommendations apply rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp"
  },
  "recommendations.apply_several": {
    client:
      'const { recommendations } = await client.recommendations.list().page()\nconst ids = recommendations.flatMap(({ id, type }) => (type === "negative_keywords" ? [id] : []))\nif (ids.length > 0) console.log(await client.recommendations.applySeveral({ ids }))\nelse console.log("Nothing to exclude")',
    command: "adwarden recommendations apply-several rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp"
  },
  "actions.undo": {
    client:
      'const preview = await client.campaigns.update("boiler-repair", { budget: 104 })\nconst done = await preview.execute()\nif (done.outcome === "executed" && done.action_id !== null) console.log(await client.actions.undo(done.action_id))',
    command: "adwarden actions undo act_9Xk2Lm7Qv4Tn8Bc1Zp6RdS --execute"
  },
  "actions.list": {
    client: "for await (const row of client.actions.list()) console.log(row)",
    command: "adwarden actions list"
  },
  "actions.list_mine": {
    client:
      'for await (const row of client.actions.listMine({ campaign: "boiler-repair" })) console.log(row)',
    command: "adwarden actions list-mine --campaign boiler-repair"
  },
  "audit.export": {
    client: "for await (const row of client.audit.export()) console.log(row)",
    command: "adwarden audit export"
  },
  "tasks.get": {
    client:
      'const { task_tracking_id } = await client.reports.generate("weekly")\nconsole.log(await client.tasks.get(task_tracking_id))',
    command: "adwarden tasks get 1001"
  },
  "queued_writes.list": {
    client: 'for await (const row of client.queuedWrites.list({ status: "pending" })) console.log(row)',
    command: "adwarden queued-writes list --status pending"
  },
  "queued_writes.get": {
    client:
      'const result = await client.campaigns.update("boiler-repair", { budget: 105, dry_run: false })\nif (result.outcome === "held") console.log(await client.queuedWrites.get(result.queued_recommendation_id))',
    command: "adwarden queued-writes get qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW"
  },
  "queued_writes.withdraw": {
    client:
      'const result = await client.campaigns.update("boiler-repair", { budget: 106, dry_run: false })\nif (result.outcome === "held") console.log(await client.queuedWrites.withdraw(result.queued_recommendation_id))',
    command: "adwarden queued-writes withdraw qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW"
  }
}
