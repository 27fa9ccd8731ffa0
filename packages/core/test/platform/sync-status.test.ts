import { demoWorld } from "@adwarden/google-ads-emulator"
import { describe, expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { type SyncFacts, syncStatus } from "../../src/platform/connection.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()

const ok: SyncFacts["connection"] = {
  platform: "google_ads",
  status: "linked",
  connection_complete: true,
  login_state: "connected",
  broken_reason: null,
  has_token: true
}
const facts = (more: Partial<SyncFacts> = {}): SyncFacts => ({
  state: "live",
  state_error: null,
  in_platform: true,
  waiting: false,
  conflict: null,
  connection: ok,
  ...more
})
const broken = { ...ok, login_state: "broken", broken_reason: "invalid_grant: Token has been revoked" }

describe("the sync status of a campaign", () => {
  it.each([
    ["nothing waits", facts(), "in_sync", null],
    ["others changed it", facts({ conflict: "Accept it.", waiting: true }), "conflict", /^Accept it\.$/],
    [
      "others changed it and its launch failed",
      facts({ conflict: "Accept it.", state: "error", state_error: "Refused." }),
      "conflict",
      /^Accept it\.$/
    ],
    ["a change is in progress", facts({ waiting: true }), "pending", null],
    ["it is being created", facts({ in_platform: false, waiting: true }), "pending", null],
    ["it was never in the platform", facts({ state: "draft", in_platform: false }), "never", null],
    [
      "a draft without an account",
      facts({ state: "draft", in_platform: false, connection: null }),
      "never",
      null
    ],
    ["it was refused", facts({ state: "error", state_error: "Too short." }), "failed", /^Too short\.$/],
    [
      "it was refused without a reason",
      facts({ state: "error" }),
      "failed",
      /Set the campaign's state again/
    ],
    [
      "its login was revoked",
      facts({ connection: broken }),
      "failed",
      /revoked\. Its owner has to connect it again/
    ],
    [
      "its login was revoked and a change waits",
      facts({ waiting: true, connection: broken }),
      "failed",
      /connect it again/
    ],
    [
      "the link was never accepted",
      facts({ connection: { ...ok, status: "pending" } }),
      "failed",
      /Accept it in Google Ads/
    ],
    ["the account is unlinked", facts({ connection: null }), "failed", /Link one/],
    [
      "no login",
      facts({ connection: { ...ok, has_token: false } }),
      "failed",
      /Connect one in the dashboard/
    ],
    ["half connected", facts({ connection: { ...ok, connection_complete: false } }), "failed", /Finish it/]
  ] as const)("%s", (_, given, sync, error) => {
    const status = syncStatus(given)
    expect(status.sync).toBe(sync)
    if (error === null) expect(status.sync_error).toBeNull()
    else expect(status.sync_error).toMatch(error)
  })
})

describe("a campaign and its organization report a revoked login", () => {
  it("as a broken connection, in every read", async () => {
    const key = demo.keys["northwind"]!.owner!
    const northwind = demoWorld.customers.find(({ slug }) => slug === "northwind")!
    const campaign = async (slug: string) =>
      (await demo.run(call("campaigns.get", key, { slug }))).output as Output<"campaigns.get">
    const account = async () =>
      ((await demo.run(call("organizations.get", key))).output as Output<"organizations.get">).ad_accounts[0]
    expect(await campaign("boiler-repair")).toMatchObject({ sync: "in_sync", sync_error: null })
    expect(await campaign("radiators-draft")).toMatchObject({ sync: "never", sync_error: null })
    expect(await account()).toMatchObject({ connection: "ok", connection_problem: null })

    await demo.control("POST", `logins/${northwind.login.refreshToken}/revoke`)
    // The first call with a revoked login detects it, here a platform-first change.
    const keywords = ["never heard before"]
    const slug = "boiler-repair"
    const refused = await demo.run(
      call("keywords.add_negatives", key, { slug, keywords, match_type: "phrase", dry_run: false })
    )
    expect(refused.error).toMatchObject({ _tag: "ad_platform_connection_incomplete" })
    const sentence = expect.stringMatching(/no longer accepts the login .* connect it again in the dashboard/)
    expect(await campaign("boiler-repair")).toMatchObject({ sync: "failed", sync_error: sentence })
    expect(await campaign("radiators-draft")).toMatchObject({ sync: "never", sync_error: null })
    expect(await account()).toMatchObject({ connection: "broken", connection_problem: sentence })
  })
})
