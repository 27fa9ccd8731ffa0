import { Effect, Either, Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { composeDraft } from "../../../src/drafts/copy/compose.ts"
import { businessFactsFrom } from "../../../src/drafts/from-site.ts"
import { SiteReader } from "../../../src/outbound/index.ts"
import { count } from "../../support/counts.ts"
import { fetcherOn, ours, resolverOf, serverOf } from "../support/servers.ts"
import { watchEventLoop } from "./event-loop.ts"
import { randomFrom } from "./random.ts"
import { type HostileWebsite, knownAttacks, randomWebsite } from "./websites.ts"

/*
 * Websites that are made to freeze whoever reads them. Each is served over HTTP and read as a draft would be; meanwhile
 * the thread that answers requests must stay free. `npm run fuzz:websites` tries as many random ones as it is told.
 */

/** Processor time, in milliseconds, that reading may take from the answering thread at once. Attacks took 40 s to hours. */
const mostAtOnce = 500

const websites = Number(process.env["FUZZ_WEBSITES"] ?? count("hostileWebsites"))
const firstSeed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 1e9))

let served: HostileWebsite = { page: "" }
let reader: Layer.Layer<SiteReader>

beforeAll(async () => {
  const port = await serverOf(({ url }, response) => {
    const isRobots = url === "/robots.txt"
    const body = isRobots ? served.robots : url === "/sitemap.xml" ? served.sitemap : served.page
    const type = isRobots ? "text/plain" : url === "/sitemap.xml" ? "application/xml" : "text/html"
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body ?? "")
  })
  reader = SiteReader.layer.pipe(Layer.provide(fetcherOn(resolverOf({ "hostile.test": ours(port) }))))
  // Loads the code, which also takes time at once.
  await read({ page: "<html lang=en><title>Warm</title><h1>Warm up</h1><p>Some words.</p>" })
})

/** Reads a website and writes a draft from it, as far as that goes. */
const read = (website: HostileWebsite) => {
  served = website
  return Effect.gen(function* () {
    const site = yield* SiteReader
    const found = yield* site.read(`http://hostile.test${website.path ?? "/"}`, { pages: 4 })
    const facts = yield* site.factsOf(found)
    composeDraft(businessFactsFrom(found, facts, null), "prospecting", found.domain)
    return facts
  }).pipe(Effect.either, Effect.provide(reader), Effect.runPromise)
}

const attack = async (website: HostileWebsite) => {
  const watch = watchEventLoop()
  const outcome = await read(website)
  const { longest } = watch.stop()
  if (process.env["FUZZ_WEBSITES"] !== undefined) console.log(`    ${Math.round(longest)} ms at once`)
  expect(longest).toBeLessThan(mostAtOnce)
  // Whatever the parser says about it is final: the same pages would end the same way.
  if (Either.isLeft(outcome) && outcome.left._tag === "SiteUnreadable") {
    expect(outcome.left.isRetryable).toBe(false)
  }
  return outcome
}

describe("a website never blocks the process", () => {
  it.each(Object.keys(knownAttacks))("with %s", async (name) => {
    const outcome = await attack(knownAttacks[name]!)
    // None of the known ones needs the deadline: their cost grows with their size and no faster.
    if (Either.isLeft(outcome)) expect(outcome.left.reason).not.toBe("unparsable")
  })

  it.each(Array.from({ length: websites }, (_, n) => firstSeed + n))(
    "with a random website (FUZZ_SEED=%i)",
    async (seed) => {
      await attack(randomWebsite(randomFrom(seed)))
    }
  )
})
