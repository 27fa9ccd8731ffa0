import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, type Effect } from "effect"
import type { NotFound } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { PlanningReader } from "../storage/index.ts"

/** What a plan reads with, for whom. */
export interface PlanReads extends PlanningReader {
  readonly clearance: OrganizationClearance
}

/** What lists of changes show of a campaign. */
export interface CampaignEntry {
  readonly slug: string
  readonly name: string
  /** The affected keys of changes that have not reached the platform yet. */
  readonly unsyncedKeys: ReadonlyArray<string>
  /** Why they have not, and what to do; null if they are on their way. */
  readonly syncError: string | null
}

/** Finds the campaigns of actions and queued writes. The module that owns campaigns provides it. */
export class CampaignDirectory extends Context.Tag("@adwarden/CampaignDirectory")<
  CampaignDirectory,
  {
    /** Reads campaigns by their ids, discarded ones included. Ids that are null are left out. */
    readonly find: (
      organization: number,
      ids: ReadonlyArray<number | null>
    ) => Effect.Effect<ReadonlyMap<number | null, CampaignEntry>, SqlError>
    /** Finds the id of the campaign that a filter names; null without one. */
    readonly findId: (
      organization: { readonly id: number; readonly slug: string },
      slug: string | undefined
    ) => Effect.Effect<number | null, NotFound | SqlError>
    /** Reads the campaign of a plan, once for the write and its edits. */
    readonly findForPlan: (
      context: PlanReads,
      id: number
    ) => Effect.Effect<
      { readonly id: number; readonly slug: string; readonly removed: boolean },
      SqlError,
      SqlClient.SqlClient
    >
  }
>() {}
