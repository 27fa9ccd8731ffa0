import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bindStatement, Database, makePlanningReader, statement } from "../../src/storage/index.ts"
import { TestDatabase } from "../support/postgres.ts"
import { countingRoundTrips } from "../support/round-trips.ts"

const next = statement("select nextval('reads')::int + 0 * $1::int as n")
const read = (key: number) => bindStatement<{ readonly n: number }>(next, [key])

layer(TestDatabase.layer, { excludeTestServices: true })("a planning reader", (it) => {
  it.effect("reads a statement with the same values once, and others in order", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create sequence reads`
      const { once, read: rows, remember } = makePlanningReader()
      expect(yield* rows(read(1), read(2), read(1))).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 1 }]])
      expect(yield* rows(read(2), read(3))).toEqual([[{ n: 2 }], [{ n: 3 }]])
      remember(read(4), [{ n: 99 }])
      expect(yield* rows(read(4))).toEqual([[{ n: 99 }]])
      const value = once(
        "value",
        Effect.map(makePlanningReader().read(read(1)), ([[row]]) => row!.n)
      )
      expect([yield* value, yield* value]).toEqual([4, 4])
      yield* sql`drop sequence reads`
    })
  )

  it.effect("sends what is unread in one round trip, and nothing if all is read", () =>
    Effect.gen(function* () {
      const { roundTripsOf, url } = yield* countingRoundTrips((yield* TestDatabase).url)
      const trips = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create sequence reads`
        const plan = sql.withTransaction(
          Effect.gen(function* () {
            const { read: rows } = makePlanningReader()
            yield* rows(read(1), read(2), read(3))
            yield* rows(read(2), read(1))
            yield* rows(read(3), read(4))
          })
        )
        // The first one also connects.
        yield* plan
        return yield* roundTripsOf(plan)
      }).pipe(Effect.provide(Database.layer(url, { connections: 0 })))
      // Two for the reads and one for the commit.
      expect(trips).toBe(3)
    }).pipe(Effect.scoped)
  )
})
