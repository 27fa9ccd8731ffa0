import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Redacted, Schema } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { chosenEvents, eventSchema, eventTypes } from "../../core/src/contract/index.ts"
import { webhookAdministration } from "../../core/src/identity/webhook/administration.ts"
import { call, callEndpoint } from "../../core/test/support/call.ts"
import { runCore } from "../../core/test/support/run-core.ts"
import { sendEvents } from "../../core/test/support/send-events.ts"
import { AdwardenClient } from "../src/effect/index.ts"
import { Adwarden, type WebhookEvent, WebhookUnverifiedError } from "../src/index.ts"
import { startHost } from "./support/host.ts"

const received: Array<{ headers: Record<string, string>; body: string }> = []
const here = new URL(
  await startHost(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(204).end()
  })
)
const readersPort = Number(here.port)
const hosts = new Map([["hooks.test", { address: "127.0.0.1", port: readersPort }]])
const demo = await runCore({ developmentHosts: hosts })
const { output: secret } = await demo.run(
  Effect.flatMap(webhookAdministration, (webhooks) =>
    callEndpoint(
      webhooks["webhooks.create"]("fabrikam", {
        url: "http://hooks.test/adwarden",
        format: "signed",
        events: chosenEvents
      }),
      { kind: "operator", person: "olivia@northwind.test" },
      { surface: "cli" }
    )
  )
)

await demo.run(
  call("campaigns.update", demo.keys["fabrikam"]!.admin!, {
    org: "fabrikam",
    slug: "boiler-repair",
    budget: 101,
    dry_run: false
  })
)
await demo.run(sendEvents())

const { webhooks } = new Adwarden({ apiKey: demo.keys["fabrikam"]!.admin!, baseUrl: here.href })

describe("a delivery of the service", () => {
  const [{ body, headers }] = received as [(typeof received)[number]]

  it("is verified, and is its event", async () => {
    const event: WebhookEvent = await webhooks.verify(body, headers, secret!)
    if (event.type !== "approval.requested") throw new Error(event.type)
    expect(event.data).toMatchObject({ organization: "fabrikam", operation: "campaigns.update" })
    expect(event.data.url).toContain(event.data.queued_id)
    const bytes = new TextEncoder().encode(body)
    expect(await webhooks.verify(bytes, new Headers(headers), secret!)).toEqual(event)
    const rotating = { ...headers, "webhook-signature": `v1a,x v1,AAAA ${headers["webhook-signature"]}` }
    expect(await webhooks.verify(body, rotating, secret!)).toEqual(event)
  })

  it.each<readonly [string, string, Record<string, string>, string]>([
    ["another body", `${body} `, {}, secret!],
    ["another secret", body, {}, `whsec_${btoa("another")}`],
    ["no secret", body, {}, "whsec_?"],
    ["another id", body, { "webhook-id": "evt_1" }, secret!],
    ["no signature of its version", body, { "webhook-signature": "v2,AAAA v1," }, secret!],
    ["an older time", body, { "webhook-timestamp": "1700000000" }, secret!],
    ["a later time", body, { "webhook-timestamp": String(Date.now()) }, secret!],
    ["no time", body, { "webhook-timestamp": "soon" }, secret!]
  ])("is refused with %s", async (_, text, changed, given) => {
    await expect(webhooks.verify(text, { ...headers, ...changed }, given)).rejects.toThrow(
      WebhookUnverifiedError
    )
  })

  it("is verified as an effect, which fails with what is wrong", async () => {
    const { webhooks: effects } = await Effect.runPromise(
      Effect.provide(AdwardenClient, AdwardenClient.layer({ apiKey: "any", baseUrl: here.href }))
    )
    expect(await Effect.runPromise(effects.verify(body, headers, Redacted.make(secret!)))).toEqual(
      JSON.parse(body)
    )
    const refused = effects
      .verify(`${body} `, headers, secret!)
      .pipe(Effect.catchTag("webhook_unverified", ({ message }) => Effect.succeed(message)))
    expect(await Effect.runPromise(refused)).toBe("No signature is of this secret.")
  })

  it("is refused without its headers", async () => {
    await expect(webhooks.verify(body, {}, secret!)).rejects.toThrow("The header webhook-id is missing.")
  })

  const root = fileURLToPath(new URL("../../../", import.meta.url))
  const guide = readFileSync(join(root, "docs/guides/webhooks.md"), "utf8")

  it("has the form of the guide's example, which lists every type", () => {
    const example = JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(guide)![1]!)
    const decode = Schema.decodeUnknownSync(eventSchema(example.type), { onExcessProperty: "error" })
    expect(decode(example)).toEqual(example)
    expect(eventTypes.filter((type) => !guide.includes(`\`${type}\``))).toEqual([])
  })

  it("is read by the program of the guide", async () => {
    const folder = mkdtempSync(join(tmpdir(), "adwarden-receiver-"))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const program = /^```ts\n([\s\S]*?)^```$/m.exec(guide)![1]!
    mkdirSync(join(folder, "node_modules/@adwarden"), { recursive: true })
    symlinkSync(join(root, "packages/client"), join(folder, "node_modules/@adwarden/client"))
    const file = join(folder, "receiver.mts")
    writeFileSync(
      file,
      program.replace("listen(8080)", "listen(0, function () { console.log(this.address().port) })")
    )
    const env = { ...process.env, ADWARDEN_WEBHOOK_SECRET: secret! }
    const receiver = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] })
    afterAll(() => void receiver.kill())
    const lines = receiver.stdout.setEncoding("utf8")[Symbol.asyncIterator]()
    const next = async () => String((await lines.next()).value).trim()
    const url = `http://127.0.0.1:${await next()}/`
    const signed = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("webhook-")))
    const post = async (text: string) =>
      (await fetch(url, { method: "POST", body: text, headers: signed })).status
    expect([await post("{}"), await post(body)]).toEqual([401, 204])
    expect(await next()).toMatch(/^Approve\? boiler-repair: .*101.* http:\/\/adwarden\.test\/o\/fabrikam\//)
  })
})
