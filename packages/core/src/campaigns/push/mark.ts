import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { PushField } from "./settings.ts"

/**
 * Notes, in the transaction of a change, what the platform does not know yet: the next push takes it along,
 * whatever it was sent for, and until then no sync brings the platform's older value back.
 */
export const markUnpushed = (organization: number, campaign: number, fields: ReadonlyArray<PushField>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update campaigns
      set unpushed = array(select distinct unnest(unpushed || ${fields}::text[]) order by 1)
      where organization_id = ${organization} and id = ${campaign}`
  )
