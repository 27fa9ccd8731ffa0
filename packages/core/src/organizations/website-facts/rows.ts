import { Effect } from "effect"
import { limits } from "../../contract/index.ts"
import { bindStatement, purgeByOrganization, runSql, statement } from "../../storage/index.ts"
import { storedColumn } from "../../storage/stored-json.ts"
import { WebsiteFacts } from "./facts.ts"

/* Rows of website facts: one for each read of a website, so that the reads of a day can be counted. */

export const websiteFactsColumn = storedColumn("website_facts.facts", WebsiteFacts)

interface Row {
  readonly id: number
  readonly task: number
  readonly facts: unknown
  readonly read_at: string | null
}

const newest = statement(`
select id, task_id as task, facts, read_at from website_facts
where organization_id = $1 and url = $2 and requested_at > now() - make_interval(hours => $3)
order by id desc limit 1`)

/** Finds the newest read of a website within the time for which facts are kept. */
export const findFacts = (organization: number, url: string) =>
  Effect.map(runSql(bindStatement<Row>(newest, [organization, url, limits.websiteFactsHours])), ([row]) =>
    row === undefined
      ? null
      : {
          ...row,
          facts: row.facts === null ? null : websiteFactsColumn.read(row.facts, { organization, id: row.id })
        }
  )

/** The reads of the day (UTC). The organization's lock keeps the number stable. */
export const readsToday = (organization: number) =>
  Effect.map(
    runSql<{ reads: number }>`
      select count(*)::int as reads from website_facts where organization_id = ${organization}
        and requested_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`,
    ([row]) => row!.reads
  )

export const insertRead = (organization: number, url: string, task: number) =>
  runSql`insert into website_facts (organization_id, url, task_id) values (${organization}, ${url}, ${task})`

/** Stores what a task read. */
export const storeFacts = (organization: number, task: number, facts: WebsiteFacts) =>
  runSql`update website_facts set facts = ${JSON.stringify(websiteFactsColumn.write(facts))}::jsonb, read_at = now()
    where organization_id = ${organization} and task_id = ${task}`

export const purgeWebsiteFacts = purgeByOrganization("id", {
  website_facts: "requested_at < now() - interval '24 hours'"
})

/** Deletes the facts of an organization that is deleted. */
export const deleteWebsiteFacts = (organization: number) =>
  runSql`delete from website_facts where organization_id = ${organization}`
