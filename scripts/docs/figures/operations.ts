import { published } from "../../release/published.ts"
import { at, core, count, digits, type Figure, readAll, word } from "./source.ts"

/** Figures about running, deploying, releasing and changing the service. */
export const operationFigures = (): ReadonlyArray<Figure> => {
  const pool = core("storage/pool.ts", /maxConnections = (\d+)/)
  // One more listens.
  const queue = core("tasks/worker.ts", /maxConnections = (\d+)/) + 1
  // Besides them, one for each kind of shared statement.
  const pipelined = core("storage/statements.ts", /options\.connections \?\? (\d+)/) + 3
  const [host, worker] = [pool + pipelined, pool + pipelined + queue]
  const lockSeconds = core("storage/migrations/index.ts", /lockMillis = ([\d_]+)/) / 1000
  const [replicaWait] = readAll(
    "packages/server/src/settings/declared.ts",
    /REPLICA_WAIT_SECONDS", wholeNumber\(1, 60\), \{\s+defaultValue: (\d+)/
  )
  const replicaPause = core("storage/replica.ts", /pauseMillis = ([\d_]+)/) / 1000
  const [gauges, timeout] = readAll(
    "packages/core/src/gauges.ts",
    /limits = \{ work: "(\d+) seconds", accounts: "1 minute", timeout: "(\d+) seconds"/
  )
  const unsealed = core("audit/sealer.ts", /maxCounted = ([\d_]+)/)
  const batch = core("identity/rotate-secrets.ts", /batchSize = (\d+)/)
  const moments = count("scripts/lib/dates/plan.mjs", /moments = \[[\s\S]*?\n\]/, /^ {2}\{/gm)
  const outage = readAll("packages/server/test/run-outage.ts", /process\.argv\[2\] \?\? "(\d+)"/)[0]!
  const kills = readAll("packages/server/test/faults/run-faults.ts", /process\.argv\[2\] \?\? "(\d+)"/)[0]!
  const dashboard = readAll("bench/pages/run.ts", /: \[(\d+), \d+, (\d+)\]/)
  const tenants = readAll("bench/growth/run.ts", /: \{ organizations: ([\d_]+)/)[0]!
  const recordWords = readAll("scripts/docs/decisions.ts", /maximumWords = (\d+)/)[0]!
  const [user] = readAll("deploy/Dockerfile", /^USER (\d+)/m)
  const [serverVersion] = readAll("packages/server/src/database.ts", /minServerVersion = ([\d_]+)/)
  const postgres = serverVersion! / 10_000
  const [servicePort] = readAll(
    "packages/server/src/settings/declared.ts",
    /"PORT", wholeNumber\([\d_, ]+\), \{\s+defaultValue: (\d+)/
  )
  const [port] = readAll("deploy/kubernetes/settings.yaml", /METRICS_PORT: "(\d+)"/)
  return [
    ...at("README.md", `If port ${servicePort} is taken`, `your own Postgres (${postgres} or later)`),
    ...at("SECURITY.md", `Postgres ${postgres} and later`),
    ...at(
      "docs/operations.md",
      `Postgres ${postgres} or later, the queue included`,
      `You need Postgres ${postgres} or later`,
      `${pool} in its pool, ${pipelined} pipelined ones`,
      `the same, and ${queue} for the queue`,
      `${pool} in its pool and one pipelined`,
      `at least ${host} for each host and ${worker} for each worker`,
      `waits ${word(lockSeconds)} seconds at most`,
      `what ${digits(tenants)} other organizations cost`
    ),
    ...at(
      "docs/operations/poolers-and-replicas.md",
      `up to ${host} connections to Postgres and a worker up to ${worker}`,
      `\`DATABASE_REPLICA_WAIT_SECONDS\` (${replicaWait})`,
      `the primary for ${word(replicaPause)} seconds`
    ),
    ...at(
      "docs/operations/observability.md",
      `at most every ${gauges} seconds`,
      `gives up after ${timeout} seconds`,
      `counts up to ${digits(unsealed)}`
    ),
    ...at(
      "docs/deployment.md",
      `It runs as user ${user}`,
      `host and worker as user ${user}`,
      `Metrics are on port ${port}`
    ),
    ...at("docs/guides/rotate-secrets-key.md", `in batches of ${batch}`),
    ...at("docs/releasing.md", `A release publishes ${word(published().length)} packages`),
    ...at(
      "CONTRIBUTING.md",
      `date-dependent tests at ${moments} shifted moments`,
      `${outage} seconds without the database`,
      `${digits(kills)} kills of hosts and workers`,
      `dashboard pages of ${dashboard[0]} campaigns against ${dashboard[1]}`,
      `in ${recordWords} words at most`
    )
  ]
}
