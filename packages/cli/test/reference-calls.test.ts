import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { type AnyOperation, operations } from "@adwarden/core/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { curlOf } from "../../../packages/http-host/src/docs/curl.ts"
import { commandExample, inputTextOf } from "../../../scripts/docs/calls.ts"
import { operations as infos } from "../../client/src/operations/index.ts"
import { startWorker } from "../../core/test/support/workers.ts"
import { commandOnDemo, data } from "./command-on-demo.ts"

/*
 * The calls of docs/reference/operations and /docs/api with curl and with the command, with ids of the demo world in place of
 * the contract's. packages/client/test/examples.test.ts runs those of the client.
 */

const { demo, envOf, owner, rest, run, runAlone } = await commandOnDemo()
const stop = await startWorker(demo)
afterAll(stop)

type Input = Readonly<Record<string, unknown>>

/** Fabrikam holds changes for approval. */
const fabrikam = envOf("fabrikam", "owner")
const ask = async (line: string, env = owner) => data(await run(`${line} --json`, env))

const holding = async (budget: number): Promise<Input> => {
  const { campaigns } = await ask("campaigns list --state live", fabrikam)
  const held = await run(
    `campaigns update ${campaigns[0].slug} --budget ${campaigns[0].budget + budget} --execute --json`,
    fabrikam
  )
  return { queued_id: JSON.parse(held.out || held.err).queued_recommendation_id }
}

/** What an example needs of the demo world: an id, or an address of its websites. */
const needs: Readonly<Record<string, () => Promise<Input>>> = {
  "actions.undo": async () => {
    const { budget } = await ask("campaigns get boiler-repair")
    return { id: (await ask(`campaigns update boiler-repair --budget ${budget + 1} --execute`)).action_id }
  },
  "ads.update": async () => ({ ad_id: (await ask("campaigns list-ads boiler-repair")).ads[0].ad_id }),
  // Below the monthly cap.
  "campaigns.create": async () => ({ budget: 1 }),
  "campaigns.create_ad": async () => {
    const { website_url } = await ask("campaigns get boiler-repair")
    return { url: new URL("boilers", website_url).href }
  },
  "keywords.remove_negatives": async () => {
    await ask("keywords add-negatives boiler-repair 'boiler jobs' --execute")
    return {}
  },
  "queued_writes.get": () => holding(1),
  "queued_writes.withdraw": () => holding(2),
  "recommendations.apply": async () => ({ id: (await ask("recommendations list")).recommendations[0].id }),
  "recommendations.apply_several": async () => {
    const { recommendations } = await ask("recommendations list --all")
    const one = recommendations.find(({ type }: { readonly type: string }) => type === "negative_keywords")
    return { ids: [one.id] }
  },
  "reports.get": async () => ({ report_id: (await ask("reports list weekly")).reports[0].id }),
  "strategy.get": async () => ({ strategy_id: (await ask("strategy list")).strategies[0].id }),
  "tasks.get": async () => ({ id: (await ask("reports generate weekly --execute")).task_tracking_id })
}

const envFor = ({ name }: AnyOperation) => (name.startsWith("queued_writes.") ? fabrikam : owner)

const inputOf = async ({ example, name }: AnyOperation): Promise<Input> => {
  const { org: _, ...input } = example.input as Input
  const given = (await needs[name]?.()) ?? {}
  expect(Object.keys(input)).toEqual(expect.arrayContaining(Object.keys(given)))
  return { ...input, ...given }
}

// Reports and strategies are read only after one has been written.
beforeAll(async () => {
  for (const line of ["reports generate weekly", "strategy generate"]) await ask(`${line} --execute --wait`)
})

describe.each(operations)("$name", (operation) => {
  const { name } = operation
  const info = infos.find((one) => one.name === name)!

  it("is called by the example with curl", async () => {
    const text = curlOf(operation, rest.baseUrl, await inputOf(operation))
    const env = { PATH: process.env["PATH"] ?? "", KEY: envFor(operation).ADWARDEN_API_KEY }
    const { stdout } = await promisify(execFile)("bash", ["-ec", text.replace("curl", "curl -s")], { env })
    expect(JSON.parse(stdout).error ?? null).toBeNull()
  })

  it("is called by the example with the command", async () => {
    const input = await inputOf(operation)
    const line = commandExample(name, input).split("\n").at(-1)!
    const text = inputTextOf(info, input)
    const typed = line.trim().replace(/^adwarden /, "")
    const { code, err } = await (text === undefined ? run(typed, envFor(operation)) : runAlone(typed, text))
    expect({ code, refusal: err.match(/^✗.*/m)?.[0] }).toEqual({ code: 0, refusal: undefined })
  })
})
