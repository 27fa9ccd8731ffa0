import { Database } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { demoReady } from "../../core/test/support/demo.ts"
import { demoCommands } from "./demo-commands.ts"

await demoReady()

const rec = "rec_0000000000000000000001"

it.scopedLive(
  "owners and admins dismiss recommendations, and operators see the savings of applied ones",
  () =>
    Effect.gen(function* () {
      const { adwarden, adwardenProcess, url } = yield* demoCommands
      const run = (...args: ReadonlyArray<string>) =>
        adwarden("recommendations", ...args, "--org", "northwind")
      yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
        insert into recommendations (organization_id, campaign_id, id, type, summary, details, status, applied_at,
          estimated_monthly_saving, realised_saving_14d)
        select c.organization_id, c.id, v.id, 'high_cpc', 'Pause 1 keyword', ${'{"version": 1, "findings": [], "operations": [{"op": "set_budget", "from": 1, "to": 2}]}'}::jsonb,
          v.status, case when v.status = 'applied' then now() end, 41.2, v.saving
        from campaigns c join organizations o on o.id = c.organization_id and o.slug = 'northwind',
          (values (${rec}, 'pending', null), ('rec_0000000000000000000002', 'applied', 38.5)) v(id, status, saving)
        where c.slug = 'boiler-repair'`
      ).pipe(Effect.provide(Database.layer(url)))

      const dismiss = (as: string) => run("dismiss", rec, "--as", as, "--execute")
      expect(yield* dismiss("mia@northwind.test")).toMatchObject({
        code: 3,
        out: "",
        err: expect.stringContaining("admin")
      })
      expect(yield* dismiss("adam@northwind.test")).toMatchObject({
        code: 0,
        out: 'Dismissed the recommendation "Pause 1 keyword".\n'
      })
      expect(yield* dismiss("adam@northwind.test")).toMatchObject({ code: 0, out: "Nothing to change.\n" })

      const savings = yield* adwardenProcess("recommendations", "savings", "--org", "northwind")
      expect(savings).toMatchObject({ code: 0, err: "" })
      expect(savings.out).toMatch(/AFTER 14 DAYS/)
      expect(savings.out).toMatch(/boiler-repair\s+high_cpc\s+41\.20\s+38\.50\s+-/)
    })
)
