import { Session } from "node:inspector/promises"
import pg from "pg"
import type { SubjectRequest } from "../subject.ts"

/** One handwritten, prepared query for a page of campaigns. */
const text = `
select c.slug, c.name, c.type, c.state, c.budget::float8 as budget,
  round(week.cost_micros / 1000000, 2)::float8 as spend_7d, week.conversions::float8 as conversions_7d,
  case when week.conversions > 0 then round(week.cost_micros / 1000000 / week.conversions, 2)::float8 else 0 end as cpa_7d,
  c.created_at
from organizations o
join campaigns c on c.organization_id = o.id
left join lateral (
  select sum(cost_micros) as cost_micros, sum(conversions) as conversions from campaign_days
  where organization_id = o.id and campaign_id = c.id
    and date > (select max(date) from campaign_days where organization_id = o.id) - 7
) week on true
where o.slug = $1
order by c.created_at desc, c.id desc limit 20`

export const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

export const campaignsOf = async (org: string) => {
  const { rows } = await pool.query({ name: "campaigns", text, values: [org] })
  return { campaigns: rows, total: rows.length, next_cursor: null }
}

/** Reports that the server is up, and then handles the messages of `startSubject`. */
export const announce = () => {
  const profiler = new Session()
  profiler.connect()
  const handlers: Readonly<Record<SubjectRequest, () => Promise<unknown>>> = {
    /** The CPU time since the start, in microseconds. */
    cpu: async () => {
      const { system, user } = process.cpuUsage()
      return system + user
    },
    startProfile: async () => {
      await profiler.post("Profiler.enable")
      await profiler.post("Profiler.start")
    },
    stopProfile: async () => (await profiler.post("Profiler.stop")).profile
  }
  process.on("message", async (request: SubjectRequest) => {
    process.send?.({ result: await handlers[request]() })
  })
  process.send?.("ready")
}
