import { createSocket } from "node:dgram"
import { Resolver } from "node:dns/promises"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Effect, Either, Layer } from "effect"
import { afterAll, expect, it } from "vitest"
import { queryNameServers } from "../../src/outbound/fetch/target.ts"
import { Fetcher, NameResolver } from "../../src/outbound/index.ts"
import { Settings } from "../../src/settings.ts"
import { fetcherOn } from "./support/servers.ts"

/* A minimal local name server (RFC 1035), and how its responses are handled. */

const [a, aaaa] = [1, 28]
const failing = 2
const noSuchName = 3

interface Zone {
  readonly [a]?: ReadonlyArray<string>
  readonly [aaaa]?: ReadonlyArray<string>
  /** An error code instead of an answer, for one or both kinds of question. */
  readonly says?: number
  readonly saysOf6?: number
}

const zones: Readonly<Record<string, Zone>> = {
  "both.example": { 1: ["8.8.8.8", "1.1.1.1"], 28: ["2606:4700:0:0:0:0:0:1111"] },
  "four.example": { 1: ["8.8.8.8"] },
  "half.example": { 1: ["8.8.8.8"], saysOf6: failing },
  "inside.example": { 1: ["8.8.8.8", "10.0.0.1"] },
  "mapped.example": { 28: ["0:0:0:0:0:ffff:7f00:1"] },
  "broken.example": { says: failing },
  "nobody.example": { says: noSuchName },
  "bare.example": {}
}

const bytesOf = (address: string): Buffer =>
  address.includes(":")
    ? Buffer.from(
        address
          .split(":")
          .map((part) => part.padStart(4, "0"))
          .join(""),
        "hex"
      )
    : Buffer.from(address.split(".").map(Number))

const server = createSocket("udp4", (question, { address, port }) => {
  const end = question.indexOf(0, 12)
  const labels: Array<string> = []
  for (let at = 12; at < end; at += question[at]! + 1) {
    labels.push(question.subarray(at + 1, at + 1 + question[at]!).toString())
  }
  const type = question.readUInt16BE(end + 1) as 1 | 28
  const zone = zones[labels.join(".").toLowerCase()] ?? { says: noSuchName }
  const code = zone.says ?? (type === aaaa ? (zone.saysOf6 ?? 0) : 0)
  const records = code === 0 ? (zone[type] ?? []).map(bytesOf) : []
  const header = Buffer.concat([
    question.subarray(0, 2),
    Buffer.from([0x81, 0x80 | code, 0, 1, 0, records.length, 0, 0, 0, 0])
  ])
  const answers = records.map((record) =>
    Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, record.length]), record])
  )
  server.send(Buffer.concat([header, question.subarray(12, end + 5), ...answers]), port, address)
}).bind(0, "127.0.0.1")
await once(server, "listening")
afterAll(() => server.close())

const ask = (name: string) => {
  const resolver = new Resolver({ timeout: 60_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${(server.address() as AddressInfo).port}`])
  return queryNameServers(resolver, name)
}

it.each([
  ["both.example", ["8.8.8.8", "1.1.1.1", "2606:4700::1111"]],
  ["four.example", ["8.8.8.8"]],
  ["half.example", ["8.8.8.8"]],
  ["mapped.example", ["::ffff:127.0.0.1"]],
  ["nobody.example", "unknown"],
  ["bare.example", "unknown"],
  ["broken.example", "nobody could say"]
])("%s: %s", async (name, expected) => {
  const outcome = await Effect.runPromise(Effect.either(ask(name)))
  const told = Either.match(outcome, {
    onLeft: ({ notFound }) => (notFound ? "unknown" : "nobody could say"),
    onRight: (found) => found.map(({ address }) => address)
  })
  expect(told).toEqual(expected)
})

it("addresses from name servers are checked by the same rules", async () => {
  const names = Layer.succeed(NameResolver, { resolve: ask })
  const reasonOf = (name: string) =>
    Effect.flatMap(Fetcher, (fetcher) => Effect.flip(fetcher.get(`http://${name}/`, { accept: [] }))).pipe(
      Effect.map(({ reason }) => reason),
      Effect.provide(fetcherOn(names)),
      Effect.runPromise
    )
  expect(await reasonOf("inside.example")).toBe("private")
  expect(await reasonOf("mapped.example")).toBe("private")
  expect(await reasonOf("nobody.example")).toBe("unknown_name")
  expect(await reasonOf("broken.example")).toBe("unreachable")
})

it("development names come from the settings only", async () => {
  const developmentHosts = new Map([["shop.test", { address: "127.0.0.1", port: 7 }]])
  const settings = Settings.layer("https://ads.example", { developmentHosts: developmentHosts })
  const found = await Effect.flatMap(NameResolver, (names) => names.resolve("shop.test")).pipe(
    Effect.provide(NameResolver.layer.pipe(Layer.provide(settings))),
    Effect.runPromise
  )
  expect(found).toEqual([{ address: "127.0.0.1", port: 7, isDevelopment: true }])
})
