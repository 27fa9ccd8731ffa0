import { type OperationName, operationByName } from "@adwarden/core/contract"
import { mcpApp } from "@adwarden/mcp"
import { restApp } from "@adwarden/rest"
import { describe, expect, it } from "vitest"
import { queryOn } from "../../../core/test/support/executed-writes.ts"
import { runCore } from "../../../core/test/support/run-core.ts"
import { restRequest, toolRequest } from "./surfaces.ts"

const demo = await runCore()
await queryOn(demo)("update organizations set max_spend = null where slug = 'contoso'")
const key = demo.keys["contoso"]!.owner!
const [rest, mcp] = [await demo.run(restApp), await demo.run(mcpApp)]

type Values = Readonly<Record<string, unknown>>

const overRest = async (name: OperationName, values: Values): Promise<Values> => {
  const response = await rest.fetch(restRequest(operationByName.get(name)!, values, key), {})
  const body = (await response.json()) as Values
  return { status: response.status, ...((body["error"] as object | undefined) ?? body) }
}
const overMcp = async (name: OperationName, values: Values): Promise<Values> => {
  const operation = operationByName.get(name)!
  const request = toolRequest(
    operation.tool!,
    { ...(name === "actions.undo" ? {} : { org: "contoso" }), ...values },
    key
  )
  const { result } = (await (await mcp.fetch(request, {})).json()) as {
    readonly result: {
      readonly structuredContent?: Values
      readonly content: ReadonlyArray<{ text: string }>
    }
  }
  const body = JSON.parse(result.content[0]!.text) as Values
  const error = body["error"] as Values | undefined
  return error === undefined ? body : { ...error, marked: body["third_party_text"] }
}

describe.each([
  ["rest", overRest, "dental-implants", [84, 100]],
  ["mcp", overMcp, "teeth-whitening", [30, 37]]
] as const)("a warned change over %s", (surface, ask, slug, [first, second]) => {
  it("is refused with its preview, and executed with the hash of it", async () => {
    const raise = (budget: number, values: Values = {}) =>
      ask("campaigns.update", { slug, budget, dry_run: false, ...values })
    expect(await raise(first)).not.toHaveProperty("warning_codes")
    const refused = await raise(second)
    expect(refused).toMatchObject({
      code: "preview_required",
      message: expect.stringContaining("raised_repeatedly"),
      doc_url: expect.stringMatching(/\/docs\/errors#preview_required$/),
      preview: {
        dry_run: true,
        would_change: { budget: { from: first, to: second } },
        warnings: [expect.stringContaining("within 24 hours")],
        warning_codes: ["raised_repeatedly"]
      }
    })
    if (surface === "rest") expect(refused["status"]).toBe(409)
    else expect(refused["marked"]).toMatchObject({ fields: ["error.preview"] })
    const { preview_hash } = refused["preview"] as { readonly preview_hash: string }
    const done = await raise(second, { preview_hash })
    expect(done).toMatchObject({ applied: true, warning_codes: ["raised_repeatedly"] })
    const { actions, total } = (await ask("actions.list_mine", { campaign: slug })) as {
      readonly actions: ReadonlyArray<{ readonly id: string }>
      readonly total: number
    }
    expect([actions[0]!.id, total]).toEqual([done["action_id"], 2])
    expect(await ask("actions.undo", { id: actions[0]!.id, all: true })).toMatchObject({
      undone: true,
      undone_actions: [{ action_id: actions[0]!.id, campaign: slug }],
      not_undone: []
    })
  })
})
