import { describe, expect, it } from "vitest"
import { mcpSender } from "./support/raw.ts"
import { startService } from "./support/service.ts"

/** Fabrikam requires approval. */
const service = await startService()
const { call } = mcpSender(service.url, service.keys["fabrikam"]!.owner!)
const change = { slug: "boiler-repair", name: "Boiler repair at dawn", dry_run: false }

const resultOf = async (args: object, tool = "svc_update_campaign") => {
  const { body, status } = await call(tool, args)
  expect(status).toBe(200)
  expect(body.result).not.toHaveProperty("isError")
  const { _meta: meta, content, structuredContent } = body.result!
  return { meta, texts: content!.map(({ text }) => text), held: structuredContent as Record<string, string> }
}

describe("a held change that is sent again", () => {
  it("returns the same id, marked as replayed, with a correct message", async () => {
    const first = await resultOf(change)
    expect(first.held["code"]).toBe("approval_required")
    expect(first.meta).toBeUndefined()
    expect(first.texts).toHaveLength(1)
    const again = await resultOf(change)
    expect(again.held).toEqual(first.held)
    expect(again.meta).toEqual({ idempotency_replayed: true })
    expect(again.texts).toEqual([
      JSON.stringify(first.held),
      "This change is already waiting for approval. Nothing was queued again."
    ])
  })

  it("does so with an idempotency key and after a withdrawal, too", async () => {
    const keyed = { ...change, name: "Boiler repair at noon", idempotency_key: "noon" }
    const first = await resultOf(keyed)
    const again = await resultOf(keyed)
    expect(again.held).toEqual(first.held)
    expect(again.meta).toEqual({ idempotency_replayed: true })
    const { queued_recommendation_id } = first.held
    const withdrawn = await resultOf({ queued_recommendation_id }, "svc_withdraw_queued_write")
    expect(withdrawn.held).toMatchObject({ status: "rejected", reason: "withdrawn" })
    const followed = await resultOf({ id: queued_recommendation_id }, "svc_get_queued_write")
    expect(followed.held).toEqual(withdrawn.held)
  })
})
