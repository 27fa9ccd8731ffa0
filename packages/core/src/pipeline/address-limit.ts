import { Effect } from "effect"
import { type StatementsShape, statement } from "../storage/index.ts"
import { makeBatch } from "./batch.ts"
import { type Bucket, countUp, handOut, takeTokens } from "./token-bucket.ts"

const take = statement(`
with asked as (select 'ip:' || address as subject, n from unnest($1::text[], $2::int[]) as a (address, n))
${takeTokens("asked", "$3::float8")}`)

/** Holds addresses that present nothing we know to their own, lower rate. */
export const makeAddressLimit = (statements: StatementsShape, limit: number) =>
  makeBatch({
    most: 500,
    turns: 1,
    flush: (addresses: ReadonlyArray<string>) => {
      const counts = countUp(addresses, limit)
      return Effect.map(
        statements.query<Bucket & { readonly subject: string }>(take, [
          [...counts.keys()],
          [...counts.values()],
          limit
        ]),
        (rows) => {
          const buckets = new Map(rows.map((row) => [row.subject, row]))
          const handTo = handOut(limit)
          return addresses.map((address) => handTo(address, buckets.get(`ip:${address}`)!))
        }
      )
    }
  })
