import { once } from "node:events"
import type { AddressInfo } from "node:net"
import {
  defaultSettings,
  type Endpoint,
  type GoogleAdsOptions,
  mailEndpoints,
  type Pipeline,
  type SettingsShape
} from "@adwarden/core"
import { hostApp } from "@adwarden/http-host"
import * as SqlClient from "@effect/sql/SqlClient"
import { createAdaptorServer } from "@hono/node-server"
import { Effect } from "effect"
import { afterFile } from "../../../core/test/support/after-file.ts"
import { asOperator } from "../../../core/test/support/call.ts"
import { runOnPlatform } from "../../../core/test/support/on-platform.ts"
import { runCore } from "../../../core/test/support/run-core.ts"
import { webApp } from "../../src/index.ts"

/** A server whose address is known before its app. */
export const listen = async () => {
  let fetch: (request: Request, bindings: object) => Response | Promise<Response> = () => new Response()
  const server = createAdaptorServer({ fetch: (request, bindings) => fetch(request, bindings) })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterFile(() => {
    server.close()
  })
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const { appUrl, mcpUrl, publicUrl, restUrl } = defaultSettings(origin)
  return {
    origin,
    addresses: { appUrl, mcpUrl, publicUrl, restUrl },
    serve: (app: { readonly fetch: typeof fetch }) => {
      fetch = app.fetch
    }
  }
}

const app = Effect.flatMap(webApp, (pages) => hostApp([pages]))

/** The pages over real HTTP, on their own demo world with its own emulator of Google Ads. */
export const startWebHostOnPlatform = async (google: Partial<GoogleAdsOptions> = {}) => {
  const { addresses, origin, serve } = await listen()
  const core = await runOnPlatform(addresses, google)
  serve(await core.run(app))
  const passwordOf = (email: string) => core.people.find((person) => person.email === email)!.password
  return { ...core, origin, passwordOf, ...operatorOf(core, core.query, origin) }
}

/** What an operator does on the service's own machine, and the emails that they can read there. */
const operatorOf = (
  { run }: { readonly run: <A, E>(effect: Effect.Effect<A, E, Pipeline>) => Promise<A> },
  query: <Row extends object>(text: string) => Promise<ReadonlyArray<Row>>,
  origin: string
) => {
  /** Runs an endpoint as an operator, without a person. */
  const operate = <Out, R>(endpoint: Effect.Effect<Endpoint<Out>, never, R>) =>
    run(Effect.flatMap(endpoint, (built) => asOperator(built, null)) as Effect.Effect<Out, unknown, Pipeline>)

  /** The text of the newest email to an address, from the outbox. */
  const newestMail = async (recipient: string): Promise<string> => {
    const [row] = await query<{ id: number }>(
      `select id from emails where recipient = '${recipient}' order by id desc limit 1`
    )
    const { mail } = await operate(Effect.map(mailEndpoints, (endpoints) => endpoints.show(row!.id)))
    return mail?.text ?? ""
  }

  /** The link in the newest email to an address; null if the email has none. */
  const mailedLink = async (recipient: string): Promise<string | null> =>
    /\S+token=\S+/.exec(await newestMail(recipient))?.[0].replace(origin, "") ?? null

  return { operate, newestMail, mailedLink }
}

/** The pages over real HTTP, on their own demo world. `through` returns the address of a proxy of the database. */
export const startWebHost = async (
  changes: Partial<SettingsShape> = {},
  through?: (url: string) => Promise<string>
) => {
  const { addresses, origin, serve } = await listen()
  const core = await runCore({ ...addresses, ...changes }, {}, through)
  serve(await core.run(app))
  const passwordOf = (email: string) => core.people.find((person) => person.email === email)!.password
  const query = <Row extends object>(text: string) =>
    core.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

  /** The audit event of a request. */
  const eventOf = async (response: Response) =>
    (
      await query<Record<string, unknown>>(
        `select e.surface, e.operation, e.path, e.status_code, e.error_code, e.actor_type, e.user_email, o.slug
         from audit_events e left join organizations o on o.id = e.organization_id
         where request_id = '${response.headers.get("x-request-id")}'`
      )
    )[0]

  return { ...core, origin, passwordOf, query, ...operatorOf(core, query, origin), eventOf }
}
