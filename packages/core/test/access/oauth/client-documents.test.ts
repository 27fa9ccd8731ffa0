import type { RequestListener } from "node:http"
import https from "node:https"
import type { AddressInfo } from "node:net"
import tls from "node:tls"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freshSecondsOf } from "../../../src/access/oauth/client.ts"
import type { CallerCredentials } from "../../../src/request/pipeline-request.ts"
import { selfSigned } from "../../outbound/support/self-signed.ts"
import { anonymous, callback, type RequestParameters, startOAuth } from "./support/oauth.ts"

/** The responses of the clients' server per path; requests are recorded, so that a test sees them. */
let asked: Array<string> = []
const documents = new Map<string, RequestListener>()
const name = "clients.test"
const certificate = selfSigned(name)
const server = https.createServer(certificate, (request, response) => {
  asked.push(request.url ?? "")
  const answer = documents.get(request.url ?? "")
  if (answer === undefined) response.writeHead(404).end()
  else answer(request, response)
})
await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()))
const port = (server.address() as AddressInfo).port
const usual = tls.getCACertificates("default")
beforeAll(() => tls.setDefaultCACertificates([certificate.cert]))
afterAll(() => {
  tls.setDefaultCACertificates(usual)
  server.closeAllConnections()
  server.close()
})

const oauth = await startOAuth({ developmentHosts: new Map([[name, { address: "127.0.0.1", port }]]) })
const olivia = await oauth.signedIn("olivia@northwind.test")

let documentsMade = 0
const at = (answer: RequestListener, path = `/client-${++documentsMade}.json`): string => {
  documents.set(path, answer)
  return `https://${name}${path}`
}
/** A document at its own URL, with the given defect. */
const documentWith = (change: (id: string) => object, headers: Record<string, string> = {}) => {
  const path = `/client-${++documentsMade}.json`
  const id = `https://${name}${path}`
  const good = { client_id: id, client_name: "Documented", redirect_uris: [callback] }
  return at((_, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers })
    response.end(JSON.stringify({ ...good, ...change(id) }))
  }, path)
}
const redirecting = (to: (id: string) => string) => {
  const id: string = at((_, response) => void response.writeHead(302, { location: to(id) }).end())
  return id
}
const ask = (clientId: string, person: CallerCredentials = olivia, sent: RequestParameters = {}) =>
  oauth.enter(oauth.endpoints.authorize(oauth.parameters(oauth.requestOf(clientId, sent))), person)

describe("a client described by a document", () => {
  it("is fetched, shown with the host that vouches for it, and connected like any other", async () => {
    const clientId = documentWith(() => ({ token_endpoint_auth_method: "none" }))
    expect((await ask(clientId)).output).toMatchObject({
      offer: { request: { client: { id: clientId, kind: "metadata_document", name: "Documented" } } }
    })
    const { tokens } = await oauth.connected({ clientId })
    expect(await oauth.use(tokens.access_token)).toBe(200)
    const [listed] = (await oauth.enter(oauth.endpoints.listConnections(), olivia)).output!
    expect(listed).toMatchObject({ client: "Documented", client_host: name })
  })

  it("is not fetched again while it is fresh, and never for a token request", async () => {
    const clientId = documentWith(() => ({}))
    const { refresh } = await oauth.connected({ clientId })
    asked = []
    await ask(clientId)
    await oauth.tokensFor(refresh())
    expect(asked).toEqual([])
    await oauth.query("update oauth_clients set fresh_until = now() where id = $1 returning id", [clientId])
    await ask(clientId)
    expect(asked).toEqual([new URL(clientId).pathname])
  })

  it("is fetched only for signed-in people", async () => {
    const clientId = documentWith(() => ({}))
    asked = []
    expect((await ask(clientId, anonymous)).output).toEqual({ signIn: true })
    const decide = oauth.endpoints.decide(oauth.parameters(oauth.requestOf(clientId)), {
      allow: true,
      checked: ["campaigns:read"]
    })
    expect((await oauth.enter(decide, anonymous)).status).toBe(401)
    expect(asked).toEqual([])
    expect((await ask(clientId)).status).toBe(200)
    expect(asked).toEqual([new URL(clientId).pathname])
  })

  it("is fetched again only a minute after a failure", async () => {
    let status = 500
    const path = `/client-${++documentsMade}.json`
    const clientId = at((_, response) => {
      response.writeHead(status, { "content-type": "application/json" })
      response.end(JSON.stringify({ client_id: `https://${name}${path}`, redirect_uris: [callback] }))
    }, path)
    asked = []
    const first = await ask(clientId)
    const adam = await oauth.signedIn("adam@northwind.test")
    status = 200
    const second = await ask(clientId, adam)
    expect(asked).toEqual([path])
    expect(second.error).toMatchObject({
      errorCode: "invalid_client",
      description: (first.error as { readonly description: string } | null)?.description
    })
    await oauth.query(
      "update oauth_client_document_failures set retry_at = now() where client_id = $1 returning 1",
      [clientId]
    )
    expect((await ask(clientId)).status).toBe(200)
    expect(asked).toEqual([path, path])
  })

  it("is verified if its host receives the response, and unverified otherwise", async () => {
    const own = `https://${name}/callback`
    const clientId = documentWith(() => ({ redirect_uris: [own, callback, "http://localhost/callback"] }))
    const verified = async (redirect_uri: string) => {
      const { output } = await ask(clientId, olivia, { redirect_uri })
      return output !== null && "offer" in output ? output.offer.request.verified : null
    }
    expect(await verified(own)).toBe(true)
    expect(await verified(callback)).toBe(false)
    expect(await verified("http://localhost:7777/callback")).toBe(false)
    const wrong = { response_type: "token" }
    expect((await ask(clientId, olivia, { ...wrong, redirect_uri: own })).status).toBe(303)
    expect((await ask(clientId, olivia, { ...wrong, redirect_uri: callback })).status).toBe(400)
  })

  it("is rejected at a redirect URI that it no longer lists", async () => {
    let redirect_uris = [callback]
    const clientId = documentWith(() => ({ redirect_uris }))
    expect((await ask(clientId)).status).toBe(200)
    redirect_uris = ["https://elsewhere.example.com/"]
    await oauth.query("update oauth_clients set fresh_until = now() where id = $1 returning id", [clientId])
    expect(oauth.told(await ask(clientId))).toEqual({ status: 400, error: "invalid_request" })
  })

  it.each<readonly [string, () => string]>([
    ["another client_id", () => documentWith(() => ({ client_id: `https://${name}/other.json` }))],
    ["no client_id", () => documentWith(() => ({ client_id: undefined }))],
    ["a secret", () => documentWith(() => ({ client_secret: "hush" }))],
    [
      "a way to prove itself by secret",
      () => documentWith(() => ({ token_endpoint_auth_method: "client_secret_post" }))
    ],
    ["a key", () => documentWith(() => ({ token_endpoint_auth_method: "private_key_jwt" }))],
    ["no redirect URI", () => documentWith(() => ({ redirect_uris: undefined }))],
    ["a redirect URI in javascript", () => documentWith(() => ({ redirect_uris: ["javascript:alert(1)"] }))],
    ["a name that turns the text", () => documentWith(() => ({ client_name: "a\u202eb" }))],
    [
      "no JSON",
      () => at((_, response) => void response.setHeader("content-type", "application/json").end("<html>"))
    ],
    ["another media type", () => documentWith(() => ({}), { "content-type": "text/html" })],
    ["nothing there", () => `https://${name}/nothing.json`],
    ["an error", () => at((_, response) => void response.writeHead(500).end())],
    // The target document is valid and names the requested URL.
    ["a redirect", () => redirecting((id) => documentWith(() => ({ client_id: id })))],
    ["a redirect inwards", () => redirecting(() => "http://169.254.169.254/")],
    ["more than anybody reads", () => documentWith(() => ({ padding: "x".repeat(70_000) }))],
    [
      "a body that never ends",
      () =>
        at((_, response) => {
          response.writeHead(200, { "content-type": "application/json" })
          response.write(" ".repeat(100_000))
        })
    ]
  ])("is rejected with %s, and nobody is redirected", async (_, make) => {
    const answer = await ask(make())
    expect(answer).toMatchObject({
      status: 400,
      output: null,
      error: { errorCode: "invalid_client", redirect: null }
    })
  })

  const refusedWith = (why: string) => ({
    status: 400,
    error: { errorCode: "invalid_client", description: expect.stringContaining(why) }
  })

  it.each([
    ["over http", `http://${name}/client-1.json`],
    ["without a path", `https://${name}/`],
    ["with a user name", `https://a@${name}/client-1.json`],
    ["with a fragment", `https://${name}/client-1.json#x`],
    ["with steps up", `https://${name}/a/../client-1.json`],
    ["in capitals", `https://${name.toUpperCase()}/client-1.json`],
    ["in decimal", "https://2130706433/client.json"],
    ["in octal", "https://0177.0.0.1/client.json"],
    ["mapped into IPv6, as people write it", "https://[::ffff:127.0.0.1]/client.json"]
  ])("is not a client at a URL %s", async (_, clientId) => {
    asked = []
    expect(await ask(clientId)).toMatchObject(refusedWith("This client is not known here."))
    expect(asked).toEqual([])
  })

  it.each([
    ["on this machine", "https://localhost/client.json"],
    ["on loopback", "https://127.0.0.1/client.json"],
    ["on IPv6's loopback", "https://[::1]/client.json"],
    ["mapped into IPv6", "https://[::ffff:7f00:1]/client.json"],
    ["in a private network", "https://10.0.0.8/client.json"],
    ["at a cloud's metadata", "https://169.254.169.254/latest/meta-data"],
    ["at a name of the inside", "https://metadata.google.internal/client.json"]
  ])("is never fetched from %s", async (_, clientId) => {
    expect(await ask(clientId)).toMatchObject(refusedWith("It is in a private network"))
  })

  it("is never fetched from another port", async () => {
    const clientId = `https://${name}:8443/client-1.json`
    expect(await ask(clientId)).toMatchObject(refusedWith("Only the standard web ports"))
  })

  it.each([
    [undefined, 3600],
    ["max-age=600", 600],
    ["public, max-age=7200", 7200],
    ["max-age=1", 300],
    ["max-age=99999999", 86_400],
    ["no-store", 300],
    ["no-cache, max-age=9000", 300],
    ["s-maxage=5", 3600],
    ["nonsense", 3600]
  ])("is cached for its server's time, within bounds: %s is %d seconds", (header, seconds) => {
    expect(freshSecondsOf(header)).toBe(seconds)
  })
})
