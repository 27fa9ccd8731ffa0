import { Effect, Either } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { isPublicAddress } from "../../src/outbound/fetch/target.ts"
import { type Destination, Fetcher, type FetchOptions, pageLimits } from "../../src/outbound/index.ts"
import { fetcherOn, ours, resolverOf, serverOf } from "./support/servers.ts"

/*
 * All known ways to make a fetch reach a private address. A local server represents the forbidden target and
 * counts its requests, of which there must be none.
 */

const html: FetchOptions = { accept: ["text/html"] }
let inside = 0
let guests = 0
let port = 0
let hosting: ReadonlyArray<Destination> = []
/** The redirect target of `open.test/to`. */
let redirectTo = ""

beforeAll(async () => {
  const secret = await serverOf((_, response) => {
    inside++
    response.setHeader("content-type", "text/html").end("secret")
  })
  port = secret
  hosting = ours(
    await serverOf((request, response) => {
      guests++
      if (request.url === "/to") return response.writeHead(302, { location: redirectTo }).end()
      return response.setHeader("content-type", "text/html").end("<p>hello</p>")
    })
  )
})

const fetchWith = (
  table: Parameters<typeof resolverOf>[0],
  url: string,
  options: FetchOptions = html
): Promise<string> =>
  Effect.gen(function* () {
    const outcome = yield* Effect.either((yield* Fetcher).get(url, options))
    return Either.match(outcome, {
      onLeft: ({ reason }) => reason,
      onRight: ({ body, status }) => `${status} ${Buffer.from(body).toString()}`
    })
  }).pipe(Effect.provide(fetcherOn(resolverOf(table))), Effect.runPromise)

const get = (url: string, options?: FetchOptions) => fetchWith({ "open.test": hosting }, url, options)

/** As a literal address in any notation; `private` without a lookup. */
const privateHosts = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "0x7f.1",
  "127.0.0.1.",
  "0.0.0.0",
  "0",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "100.64.0.1",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[fe80::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[100::1]",
  "[2001:db8::1]",
  "[4000::1]",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "anything.localhost",
  "printer.local",
  "metadata.google.internal",
  "router.home.arpa",
  "intranet",
  "db"
]

describe("a private address is rejected before any lookup", () => {
  for (const host of privateHosts) {
    it(host, async () => {
      expect(await get(`http://${host}/`)).toBe("private")
    })
  }
})

describe("a name with a private address is rejected after its lookup", () => {
  const addresses = privateHosts
    .map((host) => host.replace(/^\[|\]$/g, ""))
    .filter((host) => /^[\d.]{7,}$|:/.test(host) && !host.endsWith("."))

  for (const address of [...addresses, "not an address", ""]) {
    it(address || "nothing at all", async () => {
      expect(await fetchWith({ "evil.test": [{ address }] }, "http://evil.test/")).toBe("private")
    })
  }

  it("also if only one of its addresses is private", async () => {
    const both = [{ address: "8.8.8.8" }, { address: "127.0.0.1", port }]
    expect(await fetchWith({ "evil.test": both }, "http://evil.test/")).toBe("private")
  })

  it("also on a port that the resolver names, except for development names", async () => {
    expect(await fetchWith({ "evil.test": [{ address: "127.0.0.1", port }] }, "http://evil.test/")).toBe(
      "private"
    )
  })

  it("and an unknown name is reported as such", async () => {
    expect(await get("http://nowhere.test/")).toBe("unknown_name")
  })
})

it.each([
  ["of this machine", "127.0.0.1"],
  ["of a private network", "10.1.2.3"],
  ["that is link-local", "169.254.169.254"],
  ["of a cloud's metadata that looks like anybody's", "168.63.129.16"],
  ["that is mapped into IPv6", "::ffff:7f00:1"],
  ["of IPv6 that nobody has", "4000::1"]
])("the address %s is private", (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it("public addresses are allowed", () => {
  for (const address of ["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::200e"]) {
    expect(isPublicAddress(address), address).toBe(true)
  }
})

describe("the other parts of a URL", () => {
  const table: ReadonlyArray<readonly [string, string]> = [
    ["https://open.test:8443/", "port"],
    ["http://open.test:22/", "port"],
    ["http://open.test:443/", "port"],
    ["http://user@open.test/", "credentials"],
    ["http://user:password@open.test/", "credentials"],
    ["http://open.test@127.0.0.1/", "credentials"],
    ["ftp://open.test/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["gopher://open.test/", "scheme"],
    ["data:text/html,hello", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["northwind", "malformed"],
    ["", "malformed"],
    ["http://", "malformed"],
    ["http://open.test\\@127.0.0.1/", "200 <p>hello</p>"],
    ["http://open.test./", "200 <p>hello</p>"],
    ["http://open.test:80/", "200 <p>hello</p>"]
  ]
  for (const [url, outcome] of table) {
    it(`${url || "nothing"}: ${outcome}`, async () => {
      expect(await get(url)).toBe(outcome)
    })
  }

  it("a password in a URL is never repeated", async () => {
    const failure = await Effect.flatMap(Fetcher, (fetcher) =>
      Effect.flip(fetcher.get("http://me:hunter2@open.test/", html))
    ).pipe(Effect.provide(fetcherOn(resolverOf({}))), Effect.runPromise)
    expect(failure.message).toContain("without them")
    expect(failure.message).not.toContain("hunter2")
  })

  it("plain http is rejected if https is required", async () => {
    expect(await get("http://open.test/", { ...html, secure: true })).toBe("scheme")
  })
})

describe("every redirect is checked like the first URL", () => {
  const table: ReadonlyArray<readonly [string, string]> = [
    ["http://127.0.0.1/", "private"],
    ["//169.254.169.254/latest/meta-data", "private"],
    ["http://2130706433/", "private"],
    ["http://[::ffff:127.0.0.1]/", "private"],
    ["http://localhost/", "private"],
    ["http://inside.test/", "private"],
    ["http://user:password@open.test/", "credentials"],
    ["http://open.test:8080/", "port"],
    ["file:///etc/passwd", "scheme"],
    ["http://[", "malformed"],
    ["/", "200 <p>hello</p>"],
    ["http://open.test/here", "200 <p>hello</p>"]
  ]
  it.each(table)("%s: %s", async (to, outcome) => {
    redirectTo = to
    const names = { "open.test": hosting, "inside.test": [{ address: "127.0.0.1", port }] }
    expect(await fetchWith(names, "http://open.test/to")).toBe(outcome)
  })

  it("off the allowed site", async () => {
    redirectTo = "http://other.test/"
    const options = { ...html, allowRedirect: (to: URL) => to.hostname === "open.test" }
    expect(
      await fetchWith({ "open.test": hosting, "other.test": hosting }, "http://open.test/to", options)
    ).toBe("redirects_away")
  })

  it("only up to the limit of redirects", async () => {
    redirectTo = "/to"
    guests = 0
    expect(await get("http://open.test/to", { ...html, limits: { ...pageLimits, redirects: 3 } })).toBe(
      "too_many_redirects"
    )
    expect(guests).toBe(4)
  })
})

describe("a name with changing addresses", () => {
  /** Public at the first lookup, private from then on. */
  const rebinding = () => {
    let asked = 0
    const answer = () => (asked++ === 0 ? hosting : [{ address: "127.0.0.1", port }])
    return { answer, asked: () => asked }
  }

  it("is resolved once, and the connection uses that address", async () => {
    const { answer, asked } = rebinding()
    expect(await fetchWith({ "rebind.test": answer }, "http://rebind.test/")).toBe("200 <p>hello</p>")
    expect(asked()).toBe(1)
  })

  it("is rejected on the hop on which it becomes private", async () => {
    redirectTo = "http://rebind.test/"
    const { answer } = rebinding()
    expect(await fetchWith({ "rebind.test": answer }, "http://rebind.test/to")).toBe("private")
  })
})

it("and never reaches the private server", () => {
  expect(inside).toBe(0)
})
