import { Effect, Either, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { SiteReader } from "../../src/outbound/index.ts"
import { fetcherOn, ours, resolverOf, serverOf } from "./support/servers.ts"

/* RFC 9309: a missing robots.txt forbids nothing; one with a server error (5xx) forbids everything. */

let status = 200
let asked: Array<string> = []
const port = await serverOf((request, response) => {
  asked.push(request.url!)
  const isRobots = request.url === "/robots.txt"
  const isHome = request.url === "/"
  response.writeHead(isRobots ? status : isHome ? 200 : 404, {
    "content-type": isRobots ? "text/plain" : "text/html"
  })
  response.end(isHome ? "<html lang='en'><title>Shop</title><h1>Shop</h1><p>All about it.</p></html>" : "")
})
const names = resolverOf({ "shop.test": ours(port) })

const read = (answers: number) => {
  status = answers
  asked = []
  return Effect.flatMap(SiteReader, (reader) => reader.read("http://shop.test/", { pages: 1 })).pipe(
    Effect.provide(SiteReader.layer.pipe(Layer.provide(fetcherOn(names)))),
    Effect.either,
    Effect.runPromise
  )
}

describe("a robots.txt with status", () => {
  it.each([200, 204, 400, 401, 403, 404, 410, 429, 499])("%i allows the crawl", async (answers) => {
    const site = await read(answers)
    expect(Either.isRight(site)).toBe(true)
    expect(asked).toContain("/")
  })

  it.each([500, 501, 503, 599])("%i blocks the crawl, and no page is requested", async (answers) => {
    const site = await read(answers)
    expect(Either.isLeft(site) && site.left).toMatchObject({ reason: "unsteady" })
    expect(asked.filter((path) => path !== "/robots.txt")).toEqual([])
  })
})
