import { describe, expect, it } from "vitest"
import { Adwarden, type Logger } from "../src/index.ts"
import { closeConnection, respondWith, runRest } from "./support/host.ts"

const rest = await runRest()
const apiKey = rest.keys["northwind"]!.owner!

const recorder = () => {
  const lines: Array<readonly [level: string, message: string, fields: Readonly<Record<string, unknown>>]> =
    []
  const at = (level: string) => (message: string, fields: Readonly<Record<string, unknown>>) =>
    void lines.push([level, message, fields])
  const logger: Logger = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }
  return { lines, logger }
}

/** Runs with environment variables, and restores them. */
const withEnvironment = async <A>(variables: Readonly<Record<string, string>>, run: () => Promise<A> | A) => {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  try {
    return await run()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

describe("the log", () => {
  it("has each request with its headers and each response with its request id, and no secret", async () => {
    const { lines, logger } = recorder()
    const client = rest.clientOf("northwind", "owner", {
      logger,
      logLevel: "debug",
      headers: { "x-secret-thing": "hidden-abcd", "x-token": "abc", "x-team": "blue" }
    })
    await client.campaigns.get("boiler-repair")
    expect(lines.map(([level, message]) => [level, message])).toEqual([
      ["debug", "GET /organizations/_/campaigns/boiler-repair"],
      ["info", "GET /organizations/_/campaigns/boiler-repair 200"]
    ])
    expect(lines[0]![2]["headers"]).toMatchObject({
      authorization: `…${apiKey.slice(-4)}`,
      // Four characters at most, and never more than a quarter of a secret.
      "x-secret-thing": "…cd",
      "x-token": "…",
      "x-team": "blue"
    })
    expect(lines[1]![2]["requestId"]).toMatch(/^req_/)
    expect(JSON.stringify(lines)).not.toContain(apiKey)
    expect(JSON.stringify(lines)).not.toContain("hidden")
  })

  it("has retries as warnings, calls without a response as errors, and nothing below its level", async () => {
    const { lines, logger } = recorder()
    const client = rest.clientOf("northwind", "owner", { logger, retries: 1 })
    rest.injectFaults(respondWith(503, "down", { "retry-after": "0", "x-request-id": "req_1" }))
    await client.organizations.get()
    rest.injectFaults(closeConnection, closeConnection)
    await expect(client.organizations.get()).rejects.toMatchObject({ code: "connection_failed" })
    await expect(client.campaigns.get("no-such")).rejects.toMatchObject({ code: "not_found" })
    expect(lines.map(([level, message]) => `${level}: ${message}`)).toEqual([
      "warn: GET /organizations/_ failed and is sent again",
      "warn: GET /organizations/_ failed and is sent again",
      "error: GET /organizations/_ failed"
    ])
    expect(lines[0]![2]).toMatchObject({ code: "unreadable_answer", status: 503, requestId: "req_1" })
  })

  it("does not fail a call if the logger throws", async () => {
    const broken = () => {
      throw new Error("no disk")
    }
    const logger: Logger = { debug: broken, info: broken, warn: broken, error: broken }
    const client = rest.clientOf("northwind", "owner", { logger, logLevel: "debug" })
    expect((await client.organizations.get()).slug).toBe("northwind")
  })
})

describe("the environment", () => {
  it("gives the credential, the address and the organization", async () => {
    const variables = {
      ADWARDEN_API_KEY: ` ${apiKey} `,
      ADWARDEN_URL: rest.baseUrl,
      ADWARDEN_ORG: "northwind"
    }
    await withEnvironment(variables, async () => {
      expect((await new Adwarden().organizations.get()).slug).toBe("northwind")
      expect((await new Adwarden({ apiKey: undefined }).organizations.get()).slug).toBe("northwind")
      await expect(new Adwarden({ apiKey: "svc_live_x" }).organizations.get()).rejects.toMatchObject({
        code: "unauthorized"
      })
    })
  })

  it("without a key is a clear error", () =>
    withEnvironment({ ADWARDEN_API_KEY: "" }, () => {
      expect(() => new Adwarden()).toThrow("Set the environment variable ADWARDEN_API_KEY")
    }))
})
