import { describe, expect, it } from "vitest"
import { Adwarden, type TokenProvider } from "../src/index.ts"
import { runRest } from "./support/host.ts"

const rest = await runRest()
const good = rest.keys["northwind"]!.owner!
const { baseUrl } = rest

describe("a token provider", () => {
  it("is asked before each request", async () => {
    let asked = 0
    const token = async () => {
      asked++
      return good
    }
    const client = new Adwarden({ baseUrl, token })
    await client.organizations.get()
    await client.organizations.get()
    expect(asked).toBe(2)
  })

  it("is asked once more when its token is refused, and the call goes through", async () => {
    const asked: Array<string | undefined> = []
    const token: TokenProvider = ({ refused }) => {
      asked.push(refused)
      return refused === undefined ? "svc_at_old" : good
    }
    const client = new Adwarden({ baseUrl, token })
    expect((await client.organizations.get()).slug).toBe("northwind")
    expect(asked).toEqual([undefined, "svc_at_old"])
  })

  it("is asked once for all calls that were refused together", async () => {
    let renewals = 0
    const token: TokenProvider = async ({ refused }) => {
      if (refused === undefined) return "svc_at_old"
      renewals++
      await new Promise((done) => setTimeout(done, 300))
      return good
    }
    const client = new Adwarden({ baseUrl, token })
    const calls = [client, client.organization("northwind"), client].map((one) => one.organizations.get())
    expect((await Promise.all(calls)).map(({ slug }) => slug)).toEqual([
      "northwind",
      "northwind",
      "northwind"
    ])
    expect(renewals).toBe(1)
  })

  it("is not asked for ever", async () => {
    let asked = 0
    const token = () => {
      asked++
      return "svc_at_bad"
    }
    const client = new Adwarden({ baseUrl, token })
    await expect(client.organizations.get()).rejects.toMatchObject({ code: "unauthorized" })
    expect(asked).toBe(2)
  })

  it("fails with what it fails with", async () => {
    const client = new Adwarden({ baseUrl, token: () => Promise.reject(new Error("Sign in again")) })
    await expect(client.organizations.get()).rejects.toThrow("Sign in again")
  })
})

describe("a key or a token that is a text", () => {
  it("is sent, and stays refused when it is", async () => {
    expect((await new Adwarden({ baseUrl, token: good }).organizations.get()).slug).toBe("northwind")
    const before = rest.seen.length
    await expect(new Adwarden({ baseUrl, apiKey: "svc_live_x" }).organizations.get()).rejects.toMatchObject({
      code: "unauthorized",
      status: 401
    })
    expect(rest.seen.length - before).toBe(1)
  })
})
