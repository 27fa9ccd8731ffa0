import { expect, it } from "vitest"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const demo = await runCore({}, { maxConnections: 1, connectTimeoutMillis: 20_000 })

it("the first writers need no second connection to create the queue", async () => {
  const write = (budget: number) =>
    demo.run(
      call("campaigns.update", demo.keys["northwind"]!.owner!, {
        slug: "boiler-repair",
        budget,
        dry_run: false
      })
    )
  const answers = await staggered([101, 102, 103].map((budget) => () => write(budget)))
  expect(answers.map(({ error }) => error)).toEqual([null, null, null])
})
