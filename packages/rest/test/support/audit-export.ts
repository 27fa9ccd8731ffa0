import { createServer } from "node:http"
import { AuditSealer, type SettingsShape } from "@adwarden/core"
import type { AuditEvent, Output } from "@adwarden/core/contract"
import { getRequestListener } from "@hono/node-server"
import { Effect, Logger } from "effect"
import { afterFile } from "../../../core/test/support/after-file.ts"
import { queryOn } from "../../../core/test/support/executed-writes.ts"
import { runCore } from "../../../core/test/support/run-core.ts"
import { restApp } from "../../src/index.ts"

/** A REST host with the demo world, and the audit events of one of its organizations. */
export const auditExport = async (changes: Partial<SettingsShape> = {}) => {
  const demo = await runCore(changes)
  const query = queryOn(demo)
  const owner = demo.keys["contoso"]!.owner!
  const [organization] = await query<{ id: number }>("select id from organizations where slug = 'contoso'")
  const contoso = String(organization!.id)
  const app = await demo.run(Effect.provide(restApp, Logger.remove(Logger.defaultLogger)))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  afterFile(() => void server.close())
  const { port } = server.address() as { port: number }
  const base = `http://127.0.0.1:${port}/v1/organizations/_/audit/export`

  const send = (search = "", key = owner) =>
    fetch(`${base}${search}`, { headers: { authorization: `Bearer ${key}` } })
  const exported = async (search = "") => (await (await send(search)).json()) as Output<"audit.export">
  const seal = () => demo.run(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))

  /** Inserts artificial events from the given number of days ago, sealed in the order in which they are written. */
  const write = (count: number, daysAgo: string, more: Partial<Record<keyof AuditEvent, string>> = {}) =>
    query(
      `insert into audit_unsealed (organization_id, id, at, request_id, surface, status_code, actor_type, user_agent, path)
       select ${contoso}, 'aud_' || gen_random_uuid(), now() - interval '${daysAgo}' - (${count} - n) * interval '1 millisecond', 'req_' || n, 'rest', 200, 'operator',
         ${more.user_agent ?? "repeat('agent ', 20)"}, ${more.path ?? "'/v1/organizations'"}
       from generate_series(1, ${count}) n returning id`
    )
  const clear = async () => {
    await query(`delete from audit_unsealed where organization_id = ${contoso} returning id`)
    await query(`delete from audit_sealed where organization_id = ${contoso} returning id`)
    await query(`delete from audit_chains where organization_id = ${contoso} returning organization_id`)
  }
  return { base, clear, contoso, demo, exported, owner, query, seal, send, write }
}
