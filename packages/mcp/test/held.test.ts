import { Clock } from "effect"
import { describe, expect, it } from "vitest"
import * as deciding from "../../core/test/support/approvals.ts"
import { auditOf } from "./support/audit.ts"
import { mcpSender } from "./support/raw.ts"
import { connectClient, modernHeaders, modernMessage } from "./support/revisions.ts"
import { startService } from "./support/service.ts"

let hoursLater = 0
const clock = Object.assign(Clock.make(), {
  unsafeCurrentTimeMillis: () => Date.now() + hoursLater * 60 * 60 * 1000
})
/** Fabrikam requires approval. */
const service = await startService({}, clock)
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

const organization = "fabrikam"
const by = "olivia@northwind.test"
const tool = "svc_update_campaign"
const capabilities = { elicitation: { form: {}, url: {} } }
let renames = 0
/** Each is another change. */
const rename = () => {
  renames += 1
  return { org: organization, slug: "boiler-repair", name: `Boiler ${renames}`, dry_run: false }
}

interface Asked {
  readonly resultType: string
  readonly requestState: string
  readonly inputRequests: { readonly approval: { readonly params: { readonly url: string } } }
}
type Follow = { readonly requestState?: unknown; readonly inputResponses?: object }
const answering = (action: string) => ({ inputResponses: { approval: { action } } })

const ask = async (
  args: object,
  follow: Follow = {},
  { as = "owner", can = capabilities as object } = {}
) => {
  const sender = mcpSender(service.url, service.keys[organization]![as as "owner"]!)
  const message = modernMessage("tools/call", { name: tool, arguments: args, ...follow }, can)
  const response = await sender.say(message, modernHeaders("tools/call", tool))
  expect(response.status).toBe(200)
  return response
}
const asked = async (...[args, follow, options]: Parameters<typeof ask>) =>
  (await ask(args, follow, options)).body.result as unknown as Asked
const idOf = ({ inputRequests }: Asked) => inputRequests.approval.params.url.split("/").at(-1)!
const textsOf = async (...parameters: Parameters<typeof ask>) => {
  const { body } = await ask(...parameters)
  const result = body.result as Readonly<Record<string, unknown>>
  return {
    isError: result["isError"],
    resultType: result["resultType"],
    structuredContent: result["structuredContent"],
    texts: body.result!.content!.map(({ text }) => text)
  }
}
const writeOf = async (id: string) =>
  (await mcpSender(service.url, service.keys[organization]!.owner!).call("svc_get_queued_write", { id })).body
    .result!.structuredContent as Record<string, unknown>

describe("a held change of a client that shows links", () => {
  it("is answered with the page on which a person decides, and then with what it did", async () => {
    const args = rename()
    const first = await asked(args)
    expect(first).toMatchObject({
      resultType: "input_required",
      inputRequests: {
        approval: {
          method: "elicitation/create",
          params: {
            mode: "url",
            url: `${service.origin}/o/fabrikam/optimizations/${idOf(first)}`,
            message: expect.stringContaining("approve")
          }
        }
      }
    })
    await service.run(deciding.approve({ organization, id: idOf(first), by }))
    const done = await textsOf(args, { requestState: first.requestState, ...answering("accept") })
    expect(done).toMatchObject({
      resultType: "complete",
      structuredContent: { changed: { name: { to: args.name } } }
    })
    expect(done.isError).toBeUndefined()
  })

  it("asks again at most twice while nobody has decided, whatever the client says", async () => {
    const args = rename()
    let last = await asked(args)
    const id = idOf(last)
    for (const follow of [
      { inputResponses: { approval: { action: "accept", content: { approved: true } } } },
      {}
    ]) {
      last = await asked(args, { requestState: last.requestState, ...follow })
      expect([last.resultType, idOf(last)]).toEqual(["input_required", id])
    }
    const held = await textsOf(args, { requestState: last.requestState, ...answering("accept") })
    expect(held).toMatchObject({
      resultType: "complete",
      structuredContent: {
        code: "approval_required",
        queued_recommendation_id: id,
        url: `${service.origin}/o/fabrikam/optimizations/${id}`
      }
    })
    expect(await writeOf(id)).toMatchObject({ status: "pending" })
  })

  it("withdraws it where the person declines, and leaves it pending where the person closes the question", async () => {
    const args = rename()
    const first = await asked(args)
    const follow = { requestState: first.requestState }
    const cancelled = await textsOf(args, { ...follow, ...answering("cancel") })
    expect(cancelled.structuredContent).toMatchObject({ queued_recommendation_id: idOf(first) })
    expect(await writeOf(idOf(first))).toMatchObject({ status: "pending" })
    const response = await ask(args, { ...follow, ...answering("decline") })
    expect(response.body.result).toMatchObject({ isError: true })
    expect(await auditOf(service.run, response)).toMatchObject([{ operation: "queued_writes.withdraw" }])
    expect(await writeOf(idOf(first))).toMatchObject({ status: "rejected", reason: "withdrawn" })
    const after = await textsOf(args, { ...follow, ...answering("accept") })
    expect(after.texts[0]).toBe("The request was withdrawn, and nothing was changed.")
  })

  it("says that a person rejected it, and why", async () => {
    const args = rename()
    const first = await asked(args)
    const reason = "The old name is on our vans"
    await service.run(deciding.reject({ organization, id: idOf(first), by, reason }))
    const { isError, texts } = await textsOf(args, {
      requestState: first.requestState,
      ...answering("decline")
    })
    expect(isError).toBe(true)
    expect(texts.join(" ")).toContain("only a pending one can be withdrawn")
    const followed = await textsOf(args, { requestState: first.requestState, ...answering("accept") })
    expect(followed.isError).toBe(true)
    expect(followed.texts[0]).toContain("A person rejected the change.")
    expect(followed.texts[1]).toContain(reason)
  })

  it("accepts its state for an hour, from the same caller, with the same tool and arguments, unchanged", async () => {
    const args = rename()
    const { requestState } = await asked(args)
    const follow = { requestState, ...answering("decline") }
    const id = idOf(await asked(args))
    const refused = { code: -32602, data: { code: "validation_error", fields: [{ path: "requestState" }] } }
    const wrong = async (...parameters: Parameters<typeof ask>) =>
      expect((await ask(...parameters)).body.error).toMatchObject(refused)
    await wrong({ ...args, name: "Another" }, follow)
    await wrong(args, { ...follow, requestState: 7 })
    await wrong(args, { ...follow, requestState: `${requestState.slice(0, -2)}AA` })
    await wrong(args, { ...follow, requestState: "" })
    await wrong(args, { requestState, ...answering("accept") }, { as: "admin" })
    const byOther = await ask(args, follow, { as: "admin" })
    expect(byOther.body.result).toMatchObject({ isError: true })
    expect(byOther.text).toContain("role_denied")
    hoursLater = 2
    await wrong(args, follow)
    hoursLater = 0
    expect(await writeOf(id)).toMatchObject({ status: "pending" })
  })

  it.each([{}, { elicitation: {} }, { elicitation: { form: {} } }])(
    "needs a client that shows links: %j",
    async (can) => {
      const { resultType, structuredContent } = await textsOf(rename(), {}, { can })
      expect(resultType).toBe("complete")
      expect(structuredContent).toMatchObject({
        code: "approval_required",
        url: expect.stringContaining("/o/fabrikam/")
      })
    }
  )

  it("works with the SDK 2 client, which repeats the call by itself", async () => {
    const client = await connectClient(
      "modern",
      { url: service.url, key: service.keys[organization]!.owner! },
      { capabilities }
    )
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      expect(params.mode).toBe("url")
      const id = (params as { url: string }).url.split("/").at(-1)!
      await service.run(deciding.approve({ organization, id, by }))
      return { action: "accept" }
    })
    const args = rename()
    const result = await client.callTool({ name: tool, arguments: args })
    expect(result.structuredContent).toMatchObject({ changed: { name: { to: args.name } } })
  })
})
