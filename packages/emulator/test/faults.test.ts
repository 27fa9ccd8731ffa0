import { afterEach, describe, expect, it } from "vitest"
import { campaignNamed, clientOf, code, control, emulatorForFile, tokenFor } from "./support.ts"

const { client, emulator } = await emulatorForFile()
afterEach(() => control(emulator, "DELETE", "faults"))

const query = "SELECT campaign.id FROM campaign"
const arm = (fault: object) => control(emulator, "POST", "faults", fault)

describe("logins", () => {
  it("reject a revoked login at the token endpoint and at the API", async () => {
    await expect(tokenFor(emulator, "demo-refresh-wingtip")).rejects.toThrow("invalid_grant")
    await expect(tokenFor(emulator, "never-seen")).rejects.toThrow("invalid_grant")
    const contoso = await clientOf(emulator, "demo-refresh-contoso", "5550000003")
    await control(emulator, "POST", "logins/demo-refresh-contoso/revoke")
    expect(code(await contoso.search(query))).toEqual({ authenticationError: "OAUTH_TOKEN_REVOKED" })
    await control(emulator, "POST", "logins/demo-refresh-contoso/restore")
    expect((await contoso.search(query)).status).toBe(200)
  })

  it("reject missing, unknown and expired tokens, and other people's accounts", async () => {
    const call = (headers: Record<string, string>) =>
      client.call("customers/5550000001/googleAds:search", { query }, headers)
    expect((await call({ authorization: "" })).status).toBe(401)
    expect(code(await call({ authorization: "Bearer made-up" }))).toEqual({
      authenticationError: "OAUTH_TOKEN_INVALID"
    })
    expect(code(await client.call("customers/5550000002/googleAds:search", { query }))).toEqual({
      authorizationError: "USER_PERMISSION_DENIED"
    })
    expect(code(await client.call("customers/1111111111/googleAds:search", { query }))).toEqual({
      authenticationError: "CUSTOMER_NOT_FOUND"
    })
    expect(code(await client.call("customers/555-000-0001/googleAds:search", { query }))).toEqual({
      requestError: "INVALID_CUSTOMER_ID"
    })
    expect((await client.call("customers/5550000001/bogus:mutate", {})).status).toBe(404)
    expect((await client.call("customers:listAccessibleCustomers")).body).toEqual({
      resourceNames: ["customers/5550000001"]
    })
  })
})

describe("faults", () => {
  it("quota returns the retry delay, for the given number of requests", async () => {
    await arm({ kind: "quota", method: "search", times: 2, retryDelaySeconds: 7 })
    const response = await client.search(query)
    expect(response.status).toBe(429)
    expect(code(response)).toEqual({ quotaError: "RESOURCE_TEMPORARILY_EXHAUSTED" })
    expect(response.errors[0]?.details?.quotaErrorDetails?.retryDelay).toBe("7s")
    expect((await client.search(query)).status).toBe(429)
    expect((await client.search(query)).status).toBe(200)
  })

  it("refused returns the given error", async () => {
    const errorCode = { campaignError: "CAMPAIGN_CANNOT_USE_SHARED_BUDGET" }
    await arm({ kind: "refused", method: "mutate", errorCode, message: "No." })
    const response = await client.mutate("campaigns", [])
    expect([response.status, code(response), response.errors[0]?.message]).toEqual([400, errorCode, "No."])
    expect((await client.search(query)).status).toBe(200)
  })

  it("internal, revoked and slow affect only the named customer", async () => {
    await arm({ kind: "internal", times: 1 })
    expect((await client.search(query)).status).toBe(500)
    await arm({ kind: "revoked", times: 1, customerId: "5550000001" })
    expect((await client.search(query)).status).toBe(401)
    await arm({ kind: "slow", times: 1, delayMilliseconds: 300 })
    const before = performance.now()
    expect((await client.search(query)).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThan(290)
    await arm({ kind: "revoked", method: "token", times: 1 })
    await expect(tokenFor(emulator)).rejects.toThrow("invalid_grant")
  })

  it("affects only the named collection, after the given number of requests", async () => {
    await arm({ kind: "internal", method: "mutate", collection: "campaignBudgets", after: 1, times: 1 })
    const mutate = async (collection: string) => (await client.mutate(collection, [])).status
    expect([await mutate("campaigns"), await mutate("campaignBudgets")]).toEqual([400, 400])
    expect([await mutate("campaignBudgets"), await mutate("campaignBudgets")]).toEqual([500, 400])
  })

  it("lost executes the write without a response; lost before does not execute it", async () => {
    const campaign = await campaignNamed(client, "Boiler repair")
    const pause = (status: string) =>
      client.mutate("campaigns", [
        { update: { resourceName: campaign.resourceName, status }, updateMask: "status" }
      ])
    await arm({ kind: "lost", method: "mutate", times: 1 })
    await expect(pause("PAUSED")).rejects.toThrow()
    expect((await campaignNamed(client, "Boiler repair")).status).toBe("PAUSED")
    await arm({ kind: "lost", method: "mutate", times: 1, when: "before" })
    await expect(pause("ENABLED")).rejects.toThrow()
    expect((await campaignNamed(client, "Boiler repair")).status).toBe("PAUSED")
  })
})

describe("the control API", () => {
  it("rejects requests from web pages", async () => {
    const response = await fetch(`${emulator.url}/_control/state`, {
      headers: { origin: "https://evil.example" }
    })
    expect(response.status).toBe(403)
  })

  it("does not move the clock back behind a settled day", async () => {
    const move = (now: string) =>
      fetch(`${emulator.url}/_control/clock`, { method: "POST", body: JSON.stringify({ now }) })
    expect((await move("2026-11-14T12:00:00Z")).status).toBe(409)
    expect((await move("whenever")).status).toBe(400)
    expect((await move("2026-11-15T19:00:00Z")).status).toBe(200)
  })

  it("returns the labels of planted waste, which no report contains", async () => {
    const { labels } = await control(emulator, "GET", "labels?customerId=5550000001")
    const kinds = new Set(labels.map(({ label }: { label: string }) => label))
    expect([...kinds].sort()).toEqual([
      "brand_leak",
      "competitor",
      "free_diy",
      "informational",
      "jobs",
      "wrong_city"
    ])
  })

  it("changes an account, and the API rejects one that is not enabled", async () => {
    await control(emulator, "PUT", "customers", { id: "5550000001", status: "CANCELED" })
    expect(code(await client.search(query))).toEqual({ authorizationError: "CUSTOMER_NOT_ENABLED" })
    await control(emulator, "PUT", "customers", { id: "5550000001", status: "ENABLED" })
    expect(
      (await client.rows("SELECT customer.descriptive_name FROM customer"))[0].customer.descriptiveName
    ).toBe("Northwind Plumbing & Heating")
  })

  it("resets the world", async () => {
    await control(emulator, "POST", "reset", { world: "empty" })
    expect((await control(emulator, "GET", "state")).resources).toEqual({})
    await control(emulator, "PUT", "customers", {
      id: "1234567890",
      timeZone: "UTC",
      currencyCode: "USD",
      descriptiveName: "Fresh"
    })
    await control(emulator, "PUT", "logins", {
      refreshToken: "r",
      email: "a@b.test",
      customerIds: ["1234567890"]
    })
    const fresh = await clientOf(emulator, "r", "1234567890")
    expect(
      (await fresh.rows("SELECT customer.descriptive_name FROM customer"))[0].customer.descriptiveName
    ).toBe("Fresh")
    await control(emulator, "POST", "reset")
    expect((await clientOf(emulator)).name("x")).toBe("customers/5550000001/x")
  })
})
