import { it } from "@effect/vitest"
import { Effect } from "effect"
import { onCitus, startNodes } from "../../core/test/citus/cluster.ts"
import { type CitusNode, installedCitus } from "../../core/test/support/citus-nodes.ts"
import { admin, withDatabase } from "../../core/test/support/postgres-admin.ts"
import { followPage } from "./follow-page.ts"

/* The page about Citus, on three nodes. Runs with `npm run check citus` only. */

const nodes = onCitus
  ? (await startNodes(["coordinator", "first", "second"])).nodes
  : ([] as ReadonlyArray<CitusNode>)

/** The page's names of the nodes, and where ours are. */
const addresses = nodes.flatMap(
  ({ port }, n): ReadonlyArray<readonly [string, string]> => [
    [`db-${n}.internal:5432`, `127.0.0.1:${port}`],
    [`db-${n}.internal', 5432`, `127.0.0.1', ${port}`]
  ]
)

it.scopedLive.runIf(onCitus)("one Postgres becomes a cluster of three nodes, as the page describes", () =>
  Effect.gen(function* () {
    const [coordinator] = nodes as [CitusNode]
    yield* Effect.promise(() => admin(coordinator.url, "create database adwarden"))
    yield* followPage(
      "operations/citus.md",
      {
        DATABASE_URL: withDatabase(coordinator.url, "adwarden"),
        PATH: `${installedCitus()}:${process.env["PATH"]}`
      },
      addresses
    )
  })
)
