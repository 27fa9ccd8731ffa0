import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database, runSql } from "@adwarden/core"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { selfSigned } from "../../core/test/outbound/support/self-signed.ts"
import { demoDatabase } from "../../core/test/support/demo.ts"
import { until } from "../../core/test/support/until.ts"
import { freePort, startServer } from "./adwarden.ts"

/* The proxies of the guide for operators, as it shows them, where they are installed. */

const guide = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8")
const [caddyfile, location] = [...guide.matchAll(/```text\n(ads\.example\.com \{.*?|location .*?)```/gs)].map(
  ([, text]) => text!
) as [string, string]

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, [program === "nginx" ? "-v" : "version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

interface Ports {
  readonly service: number
  readonly proxy: number
}

/** Writes the settings and returns the program's arguments. The address and the certificate differ from the guide. */
const proxies: Readonly<Record<string, (directory: string, ports: Ports) => ReadonlyArray<string>>> = {
  caddy: (directory, { proxy, service }) => {
    const file = join(directory, "Caddyfile")
    const site = caddyfile.replace("ads.example.com", `https://localhost:${proxy}`)
    const global = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    writeFileSync(file, global + site.replace("127.0.0.1:4290", `127.0.0.1:${service}`))
    return ["run", "--config", file]
  },
  nginx: (directory, { proxy, service }) => {
    const { cert, key } = selfSigned("localhost")
    writeFileSync(join(directory, "cert.pem"), cert)
    writeFileSync(join(directory, "key.pem"), key)
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => {
      mkdirSync(join(directory, kind))
      return `${kind}_temp_path ${join(directory, kind)};`
    })
    const file = join(directory, "nginx.conf")
    writeFileSync(
      file,
      `daemon off; pid ${join(directory, "nginx.pid")}; error_log stderr; events {} http { access_log off; ${paths.join(" ")}
      server { listen 127.0.0.1:${proxy} ssl; ssl_certificate ${join(directory, "cert.pem")};
      ssl_certificate_key ${join(directory, "key.pem")};
      ${location.replace("127.0.0.1:4290", `127.0.0.1:${service}`)} } }`
    )
    return ["-c", file, "-p", directory, "-e", "stderr"]
  }
}

/** Starts a host behind a proxy. Both end with the scope. */
const startBehind = (program: string) =>
  Effect.gen(function* () {
    const { credentials, url } = yield* demoDatabase
    const { host, port } = yield* startServer(url, { LOG_FORMAT: "json", TRUST_PROXY: "on" })
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "adwarden-proxy-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    )
    chmodSync(directory, 0o755)
    const proxyPort = yield* freePort
    const args = proxies[program]!(directory, { service: port, proxy: proxyPort })
    yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(program, args, {
          stdio: "ignore",
          env: {
            PATH: process.env["PATH"],
            HOME: directory,
            XDG_DATA_HOME: directory,
            XDG_CONFIG_HOME: directory
          }
        })
      ),
      (child) =>
        Effect.promise(async () => {
          const ended = once(child, "exit")
          child.kill("SIGTERM")
          await ended
        })
    )
    const key = credentials.keys["northwind"]!.owner!
    const send = async (path: string, method: string, headers: Record<string, string>, body?: string) => {
      const sent = request(`https://localhost:${proxyPort}${path}`, {
        method,
        rejectUnauthorized: false,
        agent: false,
        headers: { authorization: `Bearer ${key}`, ...headers }
      })
      sent.on("error", () => {}).end(body)
      const [response] = (await once(sent, "response")) as [IncomingMessage]
      return response.setEncoding("utf8")
    }
    const isReady = () =>
      send("/readyz", "GET", {}).then(
        (response) => response.resume().statusCode === 200,
        () => false
      )
    yield* Effect.promise(() => until("the proxy passes requests on", isReady))
    return { host, url, send }
  })

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" }
const toolCall = (name: string, args: object) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args, _meta: { progressToken: 1 } }
  })

describe.each(Object.keys(proxies))("behind %s as in the guide", (program) => {
  it.scopedLive.skipIf(!isInstalled(program))(
    "callers cannot choose their address, streams arrive at once, and the service rejects large bodies itself",
    () =>
      Effect.gen(function* () {
        const { host, send, url } = yield* startBehind(program)
        const [task] = yield* runSql<{ id: number }>`insert into tasks (organization_id, type)
          select id, 'waiting' from organizations where slug = 'northwind' returning id`.pipe(
          Effect.provide(Database.layer(url))
        )
        yield* Effect.promise(async () => {
          const forged = { "x-forwarded-for": "203.0.113.9", "user-agent": "forger" }
          const listed = await send("/v1/organizations/northwind/campaigns", "GET", forged)
          expect(listed.resume().statusCode).toBe(200)
          await until("the request is logged", () => host.out.includes('"operation":"campaigns.list"'))
          const line = host.out.split("\n").find((one) => one.includes('"operation":"campaigns.list"'))!
          expect(JSON.parse(line).ip).toMatch(/^(::ffff:)?127\.0\.0\.1$|^::1$/)

          // Nobody runs the task, so the response goes on while its first event arrives.
          const call = toolCall("svc_get_task_status", {
            task_tracking_id: task!.id,
            wait_seconds: 20
          })
          const streamed = await send("/mcp", "POST", json, call)
          const [first] = (await once(streamed, "data")) as [string]
          expect(first).toContain("notifications/progress")
          expect(streamed.complete).toBe(false)
          streamed.destroy()

          const document = "x".repeat(1024 * 1024 + 2048)
          const refused = await send(
            "/mcp",
            "POST",
            json,
            toolCall("svc_generate_strategy", { documents: [{ name: "Goals", content: document }] })
          )
          let text = ""
          for await (const part of refused) text += part
          expect(text).toMatch(/"jsonrpc":"2.0"/)
          const large = await send(
            "/v1/organizations/northwind/strategy",
            "POST",
            json,
            `{"a":"${document}"}`
          )
          let answer = ""
          for await (const part of large) answer += part
          expect([large.statusCode, JSON.parse(answer).error.code]).toEqual([413, "payload_too_large"])
        })
      })
  )
})
