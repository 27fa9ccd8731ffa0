import { describe, expect, it } from "vitest"
import { scopeMeanings } from "../../core/src/contract/index.ts"
import { answerConsent, startAllSurfaces } from "./oauth/support/all-surfaces.ts"
import { post, registerAt, requestUrl, verifier } from "./oauth/support/raw-client.ts"
import { makeBrowser } from "./support/browser.ts"

const service = await startAllSurfaces()
const page = "/account/apps"

/** Connects an app on behalf of a person, and returns a check whether its access token still works. */
const connect = async (client_name: string, email?: string) => {
  const client_id = await registerAt(service.origin, { client_name })
  const asked = requestUrl(service, client_id, { scope: "organizations:read campaigns:read" })
  const { to } = await answerConsent(await service.signedIn(email), asked)
  const { body } = await post(`${service.origin}/oauth/token`, {
    grant_type: "authorization_code",
    code: new URL(to!).searchParams.get("code")!,
    client_id,
    code_verifier: verifier,
    resource: service.restUrl
  })
  const headers = { authorization: `Bearer ${body["access_token"]}` }
  return async () => (await fetch(`${service.restUrl}/organizations`, { headers })).status === 200
}

const idOf = (text: string, name: string): string =>
  new RegExp(`<bdi>${name}</bdi>[\\s\\S]*?name="connection" value="([^"]+)"`).exec(text)?.[1] ?? ""

describe("the page of connected apps", () => {
  it("requires a signed-in person", async () => {
    expect((await makeBrowser(service.origin).get(page)).to).toBe("/sign-in?next=%2Faccount%2Fapps")
  })

  it("states that there are none, and how to connect one", async () => {
    const { text } = await (await service.signedIn("mia@northwind.test")).get(page)
    expect(text).toContain("No app is connected")
  })

  it("lists a person's own apps with their permissions, and disconnects one at once", async () => {
    const [report, editor] = [await connect("Weekly report"), await connect("Editor")]
    const foreign = await connect("Adam's app", "adam@northwind.test")
    const browser = await service.signedIn()
    const { text } = await browser.get(page)
    expect(text).toContain("<bdi>Weekly report</bdi>")
    expect(text).toContain("app.example.com")
    expect(text).toContain(scopeMeanings["campaigns:read"])
    expect(text).not.toContain("Adam")
    const connection = idOf(text, "Weekly report")
    const done = await browser.submit(page, { action: "end", connection })
    expect([done.status, done.to]).toEqual([303, "/account/apps?done=disconnected"])
    expect([await report(), await editor(), await foreign()]).toEqual([false, true, true])
    const after = await browser.get(done.to!)
    expect(after.text).toContain("The app was disconnected")
    expect(after.text).not.toContain("<bdi>Weekly report</bdi>")
    expect((await browser.submit(page, { action: "end", connection })).status).toBe(404)
  })

  it("are held more strictly by their person, less only by owners, and stay so when connected again", async () => {
    const scope = "campaigns:read campaigns:write"
    const client_id = await registerAt(service.origin, { client_name: "Held app" })
    const connectAgain = async () =>
      answerConsent(await service.signedIn("adam@northwind.test"), requestUrl(service, client_id, { scope }))
    await connectAgain()
    const adam = await service.signedIn("adam@northwind.test")
    const connection = idOf((await adam.get(page)).text, "Held app")
    const held = await adam.submit(page, { action: "tighten", connection, approvals: "every_change" })
    expect(held.to).toBe("/account/apps?done=held")
    const looser = await adam.submit(page, { action: "loosen", connection, approvals: "organization" })
    expect(looser.status).toBe(403)
    await adam.submit(page, { action: "end", connection })
    await connectAgain()
    const again = (await adam.get(page)).text
    expect(idOf(again, "Held app")).not.toBe(connection)
    expect(again).toMatch(/Held app[\s\S]*Approvals: <b>Every change waits/)
  })

  it("does not disconnect another person's app or an unknown one", async () => {
    const works = await connect("Somebody's app")
    const connection = idOf((await (await service.signedIn()).get(page)).text, "Somebody&#39;s app")
    expect(connection).toMatch(/^con_/)
    const adam = await service.signedIn("adam@northwind.test")
    for (const id of [connection, "con_nothing", "", "\u0000", "x".repeat(9999)]) {
      const { status, text } = await adam.submit(page, { action: "end", connection: id })
      expect([id, status]).toEqual([id, 404])
      expect(text).toContain("This app is not connected")
    }
    expect(await works()).toBe(true)
  })

  it("rejects a form from another site", async () => {
    const works = await connect("Kept app")
    const browser = await service.signedIn()
    const { text } = await browser.get(page)
    const fields = { action: "end", connection: idOf(text, "Kept app"), form_token: browser.tokenIn(text) }
    const headers = { "sec-fetch-site": "cross-site" }
    const sent = await browser.send(page, { method: "POST", body: new URLSearchParams(fields), headers })
    expect(sent.status).toBe(403)
    expect(await works()).toBe(true)
  })
})
