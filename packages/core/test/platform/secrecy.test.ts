import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Tracer } from "effect"
import { newKey } from "../../src/contract/index.ts"
import { GoogleAds, Vault } from "../../src/platform/index.ts"
import { Telemetry } from "../../src/telemetry/index.ts"
import { googleAds } from "../support/platforms.ts"
import { staggeredEffects } from "../support/staggered.ts"
import { customerOf, RunningEmulator } from "./support/emulator.ts"
import { adapterOptions, demoAccount, emulated, testKey } from "./support/platform.ts"
import { recordingHttp, recordingLogger, spanText, textOf } from "./support/recording.ts"

const http = recordingHttp()
const log = recordingLogger()
const spans: Array<string> = []

/** A tracer that records what it would export. */
const keeping = Tracer.make({
  span: (name, parent, context, links, startTime, kind) => {
    const attributes = new Map<string, unknown>()
    const span: Tracer.Span = {
      _tag: "Span",
      name,
      spanId: String(spans.length),
      traceId: "trace",
      parent,
      context,
      links,
      kind,
      sampled: true,
      status: { _tag: "Started", startTime },
      attributes,
      attribute: (key, value) => void attributes.set(key, value),
      event: (event, _time, more) => void spans.push(JSON.stringify([event, more])),
      addLinks: () => {},
      end: () => void spans.push(spanText(span))
    }
    return span
  },
  context: (execution) => execution()
})

const secrets = { developer: "developer-token-in-the-clear", client: "client-secret-in-the-clear" }

layer(
  emulated({ developerToken: Redacted.make(secrets.developer), retries: 1 }, http.layer).pipe(
    Layer.provideMerge(log.layer)
  ),
  { excludeTestServices: true }
)("secrets in requests, logs and traces", (it) => {
  /** Various calls inside a caller's request, with failures. */
  const busy = (caller: string) =>
    Effect.gen(function* () {
      const platform = yield* googleAds
      const emulator = yield* RunningEmulator
      const account = yield* demoAccount("northwind")
      const { ref } = (yield* platform.campaignByName(account, "Boiler repair"))!
      yield* platform.structure(account)
      yield* platform.setBudget(account, ref, 100)
      for (const kind of ["refused", "internal", "lost", "quota"]) {
        yield* emulator.fault({ kind, times: 2, retryDelaySeconds: 0 })
        yield* platform
          .setState(account, ref, "live")
          .pipe(Effect.catchAllCause((cause) => Effect.logError(kind, cause)))
        yield* emulator.control("DELETE", "faults")
      }
      yield* emulator.control("POST", `logins/${customerOf("northwind").login.refreshToken}/revoke`)
      yield* Effect.catchAllCause(platform.details(account), (cause) => Effect.logError("revoked", cause))
      yield* emulator.control("POST", `logins/${customerOf("northwind").login.refreshToken}/restore`)
    }).pipe(
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(
          new Request("http://adwarden.test/v1/organizations", {
            headers: { authorization: `Bearer ${caller}` }
          })
        )
      ),
      Effect.withSpan("a caller's request"),
      Effect.withTracer(keeping)
    )

  it.effect("never sends a caller's token, and never logs or traces a token", () =>
    Effect.gen(function* () {
      const caller = newKey()
      yield* busy(caller)
      const requests = http.sent.map(textOf)
      expect(requests.length).toBeGreaterThan(15)
      expect(requests.filter((text) => text.includes(caller))).toEqual([])
      // Only tokens that the platform itself issued for the account's login are sent to it.
      const presented = new Set(http.sent.flatMap(({ headers }) => headers["authorization"] ?? []))
      expect([...presented].every((header) => header.startsWith("Bearer ya29.emulated-"))).toBe(true)
      expect(http.sent.flatMap(({ headers }) => headers["traceparent"] ?? headers["b3"] ?? [])).toEqual([])

      const written = [...log.lines, ...spans].join("\n")
      expect(log.lines.some((line) => line.includes("requestId"))).toBe(true)
      expect(spans.length).toBeGreaterThan(10)
      const refresh = customerOf("northwind").login.refreshToken
      for (const secret of [caller, refresh, secrets.client, secrets.developer, "ya29."]) {
        expect(written.includes(secret), `${secret} was written down`).toBe(false)
      }
    })
  )

  it.effect("sends the trace context to a proxy of the operator, and never to Google", () =>
    Effect.gen(function* () {
      const emulator = yield* RunningEmulator
      const account = yield* demoAccount("northwind")
      const network = yield* HttpClient.HttpClient
      /** Calls the platform under this address, which leads to the emulator. */
      const sentTo = (baseUrl: string) =>
        Effect.gen(function* () {
          const sent: Array<HttpClientRequest.HttpClientRequest> = []
          const client = HttpClient.make((request) => {
            sent.push(request)
            return network.execute(
              HttpClientRequest.setUrl(request, request.url.replace(baseUrl, emulator.url))
            )
          })
          const platform = yield* GoogleAds.make({ ...adapterOptions(emulator), baseUrl }).pipe(
            Effect.provideService(HttpClient.HttpClient, client),
            Effect.provideService(Telemetry, { metrics: false, traces: () => true })
          )
          yield* platform
            .structure(account)
            .pipe(Effect.withSpan("a caller's request"), Effect.withTracer(keeping))
          expect(sent.filter(({ url }) => url.startsWith(baseUrl)).length).toBeGreaterThan(2)
          return sent.map(({ headers }) => [headers["traceparent"], headers["b3"], headers["tracestate"]])
        })
      const toProxy = yield* sentTo("http://proxy.test")
      expect(toProxy.some(([traceparent]) => traceparent !== undefined)).toBe(true)
      for (const headers of yield* sentTo("https://googleads.googleapis.com")) {
        expect(headers).toEqual([undefined, undefined, undefined])
      }
    }).pipe(Effect.scoped, Effect.provide(FetchHttpClient.layer))
  )

  it.effect("requests a token once for concurrent callers", () =>
    Effect.gen(function* () {
      const platform = yield* googleAds
      const account = yield* demoAccount("fabrikam")
      const before = http.to("/token").length
      yield* staggeredEffects(Array.from({ length: 25 }, () => platform.details(account)))
      expect(http.to("/token").length - before).toBe(1)
    })
  )

  it.effect("stores a refresh token encrypted, and decrypts it in its own organization only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { login } = yield* demoAccount("contoso")
      const [row] = yield* sql<{ refresh_token: Buffer }>`
        select refresh_token from ad_platform_logins where id = ${login.loginId}`
      const token = customerOf("contoso").login.refreshToken
      expect(row!.refresh_token.includes(Buffer.from(token))).toBe(false)
      const platform = yield* googleAds
      const elsewhere = { ...login, organizationId: login.organizationId + 1 }
      expect((yield* Effect.flip(platform.accounts(elsewhere)))._tag).toBe("SetupRequired")
    })
  )
})

it.effect("the vault: round trip, tampering, another context, another key, a rotated key", () =>
  Effect.gen(function* () {
    const vaultOf = (keys: string) =>
      Effect.map(Layer.build(Vault.layer(Redacted.make(keys))), Context.get(Vault))
    const old = Redacted.value(testKey)
    const fresh = Buffer.alloc(32, 9).toString("hex")
    const vault = yield* vaultOf(old)
    const sealed = vault.seal(Redacted.make("a grüßlich secret"), "here")
    expect(Redacted.value(yield* vault.open(sealed, "here"))).toBe("a grüßlich secret")
    expect(vault.seal(Redacted.make("same"), "here")).not.toEqual(vault.seal(Redacted.make("same"), "here"))
    yield* Effect.flip(vault.open(sealed, "there"))
    for (let byte = 0; byte < sealed.length; byte++) {
      const changed = Buffer.from(sealed)
      changed[byte]! ^= 1
      yield* Effect.flip(vault.open(changed, "here"))
    }
    yield* Effect.flip((yield* vaultOf(fresh)).open(sealed, "here"))
    const replaced = yield* vaultOf(`${fresh}, ${old}`)
    expect(Redacted.value(yield* replaced.open(sealed, "here"))).toBe("a grüßlich secret")
    yield* Effect.flip(vault.open(replaced.seal(Redacted.make("new"), "here"), "here"))
    yield* Effect.flip(vaultOf("too short"))
  }).pipe(Effect.scoped)
)

it.effect("in development creates the key once, in a file that only its owner can read", () =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "adwarden-vault-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true }))
    )
    const path = join(directory, "home", "secrets.key")
    const open = Effect.map(Layer.build(Vault.file(path)), Context.get(Vault))
    const sealed = (yield* open).seal(Redacted.make("kept"), "here")
    expect(Redacted.value(yield* (yield* open).open(sealed, "here"))).toBe("kept")
    expect(statSync(path).mode & 0o777).toBe(0o600)
  }).pipe(Effect.scoped)
)
