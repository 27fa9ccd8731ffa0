import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, type Effect } from "effect"

/** Conversions that stopped although clicks went on. */
export interface ConversionAlarm {
  readonly subject: string
  /** Null for all campaigns together. */
  readonly campaign: { readonly slug: string; readonly name: string } | null
  /** The first day without conversions. */
  readonly since: string
}

type Read<A> = Effect.Effect<ReadonlyArray<A>, SqlError, SqlClient.SqlClient>

/** Reads where conversions stopped. Campaigns own the figures, so they provide it. */
export class ConversionAlarms extends Context.Tag("@adwarden/ConversionAlarms")<
  ConversionAlarms,
  {
    /** The alarms of all organizations. */
    readonly current: Read<{ readonly organization_id: number; readonly subject: string }>
    readonly of: (organization: number) => Read<ConversionAlarm>
  }
>() {}
