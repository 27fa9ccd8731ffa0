import { Effect, Either, Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { selectDraft } from "../../../src/drafts/copy/select.ts"
import { businessFactsFrom } from "../../../src/drafts/from-site.ts"
import { SiteReader } from "../../../src/outbound/index.ts"
import { count } from "../../support/counts.ts"
import { runSeed } from "../../support/random.ts"
import { fetcherOn, ours, resolverOf, serverOf } from "../support/servers.ts"
import { watchEventLoop } from "./event-loop.ts"
import { choicesFrom } from "./random.ts"
import { type HostileWebsite, knownAttacks, randomWebsite } from "./websites.ts"

/*
 * Websites designed to block their reader. Each is served over HTTP and read as for a draft; meanwhile the
 * main thread must stay responsive. `npm run check websites` tries a given number of random ones.
 */

/**
 * The maximum CPU time in milliseconds that reading can block the main thread. Attacks took 40 s to hours.
 */
const mostAtOnce = 500

const websites = Number(process.env["FUZZ_WEBSITES"] ?? count("hostileWebsites"))

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
  // Loads the code, which also blocks for a moment.
  await read({ page: "<html lang=en><title>Warm</title><h1>Warm up</h1><p>Some words.</p>" })
})

/** Reads a website and writes a draft from it, if possible. */
const read = (website: HostileWebsite) => {
  served = website
  return Effect.gen(function* () {
    const site = yield* SiteReader
    const found = yield* site.read(`http://hostile.test${website.path ?? "/"}`, { pages: 2 })
    const facts = yield* site.factsOf(found)
    selectDraft(businessFactsFrom(found, facts, null, "2026-11-19T00:00:00.000Z"), "prospecting")
    return facts
  }).pipe(Effect.either, Effect.provide(reader), Effect.runPromise)
}

const attack = async (website: HostileWebsite) => {
  const watch = watchEventLoop()
  const outcome = await read(website)
  const { longest } = watch.stop()
  if (process.env["FUZZ_WEBSITES"] !== undefined) console.log(`    ${Math.round(longest)} ms at once`)
  expect(longest).toBeLessThan(mostAtOnce)
  // A parser failure is final: the same pages would fail again.
  if (Either.isLeft(outcome) && outcome.left._tag === "SiteUnreadable") {
    expect(outcome.left.isRetryable).toBe(false)
  }
  return outcome
}

describe("a website never blocks the process", () => {
  it.each(Object.keys(knownAttacks))("with %s", async (name) => {
    const outcome = await attack(knownAttacks[name]!)
    // None of the known attacks needs the deadline: their cost is linear in their size.
    if (Either.isLeft(outcome)) expect(outcome.left.reason).not.toBe("unparsable")
  })

  it.each(Array.from({ length: websites }, (_, n) => runSeed + n))(
    "with a random website (TEST_SEED=%i)",
    async (seed) => {
      await attack(randomWebsite(choicesFrom(seed)))
    }
  )
})
