import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  type BoundStatement,
  bindStatement,
  makePlanningReader,
  type PlanningReader,
  type RowsOf,
  runStatement,
  statement
} from "../storage/index.ts"

const lock = statement("select 1 from organization_locks where organization_id = $1 for no key update")
const insert = statement("insert into organization_locks (organization_id) values ($1)")

/**
 * Takes the organization's lock until the open transaction ends, and reads under it, in one round trip. The
 * lock is a statement of its own: a statement that waits for a lock still reads what was committed before it
 * began. Without a row to lock, writers would run side by side, so that is a defect.
 */
export const lockAndRead = <const All extends ReadonlyArray<BoundStatement>>(
  organization: number,
  statements: All,
  reader: PlanningReader = makePlanningReader()
): Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(reader.read(bindStatement(lock, [organization]), ...statements), ([locked, ...rows]) =>
    locked.length === 1
      ? Effect.succeed(rows as RowsOf<All>)
      : Effect.dieMessage(`The organization ${organization} has no row to lock`)
  )

/**
 * Takes the organization's lock until the open transaction ends. Every writer of campaigns or of their
 * records takes it first. Values read under it stay valid until the commit, and two writers cannot use the
 * same headroom. It is held for a few statements, never during a call to another service.
 */
export const lockOrganization = (organization: number): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.asVoid(lockAndRead(organization, []))

/** Runs an effect in its own transaction under the organization's lock. */
export const underOrganizationLock = <A, E, R>(
  organization: number,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(Effect.zipRight(lockOrganization(organization), effect))
  )

/** Creates the row that writers of a new organization lock, in the transaction that creates it. */
export const createOrganizationLock = (organization: number) =>
  runStatement(bindStatement(insert, [organization]))
