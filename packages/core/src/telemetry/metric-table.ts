/*
 * Every metric of hosts and workers. Labels have few values: operations, error codes and kinds that the code declares.
 * An organization or account is no label, except for the few accounts whose sync is late.
 */

interface MetricInfo {
  readonly kind: "counter" | "gauge" | "histogram"
  readonly labels: ReadonlyArray<string>
  readonly help: string
  /** Read from the database when metrics are read: every process reports the same value. */
  readonly shared?: true
}

export const metricTable = {
  adwarden_requests_total: {
    kind: "counter",
    labels: ["surface", "operation", "outcome"],
    help: "Requests by operation and outcome: ok, or the error code"
  },
  adwarden_request_duration_seconds: {
    kind: "histogram",
    labels: ["operation"],
    help: "Duration of requests"
  },
  adwarden_writes_total: {
    kind: "counter",
    labels: ["write", "outcome", "error"],
    help: "Writes: previewed, executed, unchanged, replayed, held, or refused with an error code"
  },
  adwarden_platform_calls_total: {
    kind: "counter",
    labels: ["platform", "call", "outcome"],
    help: "Attempts to call an ad platform, reads and writes: ok, or how they failed"
  },
  adwarden_platform_refusals_total: {
    kind: "counter",
    labels: ["platform", "code"],
    help: "Requests that an ad platform refused, by its error code"
  },
  adwarden_platform_call_duration_seconds: {
    kind: "histogram",
    labels: ["platform", "call"],
    help: "Duration of attempts to call an ad platform"
  },
  adwarden_jobs_total: {
    kind: "counter",
    labels: ["queue", "outcome"],
    help: "Attempts of jobs: completed, failed or interrupted"
  },
  adwarden_job_duration_seconds: {
    kind: "histogram",
    labels: ["queue"],
    help: "Duration of attempts of jobs"
  },
  adwarden_tasks_ended_total: {
    kind: "counter",
    labels: ["kind", "outcome"],
    help: "Tasks that ended: completed, or failed with a reason"
  },
  adwarden_pool_connections: {
    kind: "gauge",
    labels: ["state"],
    help: "Connections of the pool to Postgres, idle and busy"
  },
  adwarden_pool_waiting: {
    kind: "gauge",
    labels: [],
    help: "Transactions that wait for a connection of the pool"
  },
  adwarden_event_loop_utilization: {
    kind: "gauge",
    labels: [],
    help: "Share of the time since the last read in which the process was busy"
  },
  adwarden_info: {
    kind: "gauge",
    labels: ["version"],
    help: "Always 1; the label is the version"
  },
  process_cpu_seconds_total: { kind: "gauge", labels: [], help: "CPU time of the process" },
  process_resident_memory_bytes: { kind: "gauge", labels: [], help: "Memory of the process" },
  process_start_time_seconds: { kind: "gauge", labels: [], help: "When the process started" },
  adwarden_database_up: {
    kind: "gauge",
    labels: [],
    help: "1 if the database answered the last read, else 0"
  },
  adwarden_approvals_pending: {
    kind: "gauge",
    labels: [],
    help: "Writes that wait for approval",
    shared: true
  },
  adwarden_approvals_oldest_seconds: {
    kind: "gauge",
    labels: [],
    help: "Age of the oldest write that waits for approval",
    shared: true
  },
  adwarden_tasks_open: {
    kind: "gauge",
    labels: ["kind", "status"],
    help: "Open tasks, queued and running",
    shared: true
  },
  adwarden_tasks_oldest_seconds: {
    kind: "gauge",
    labels: ["kind", "status"],
    help: "Age of the oldest open task",
    shared: true
  },
  adwarden_queue_jobs: {
    kind: "gauge",
    labels: ["state"],
    help: "Jobs that wait, are stuck because their worker is overdue, or failed for good within a week",
    shared: true
  },
  adwarden_queue_oldest_seconds: {
    kind: "gauge",
    labels: [],
    help: "How long the oldest waiting job could have run already",
    shared: true
  },
  adwarden_worker_seen_seconds: {
    kind: "gauge",
    labels: [],
    help: "Seconds since any worker was active; absent before the first",
    shared: true
  },
  adwarden_sync_accounts: {
    kind: "gauge",
    labels: ["state"],
    help: "Linked ad accounts: connected ones, and those whose login is broken",
    shared: true
  },
  adwarden_sync_lag_seconds: {
    kind: "gauge",
    labels: ["percentile"],
    help: "Time since the last complete sync of connected accounts: the 50th, 90th, 99th and 100th percentile",
    shared: true
  },
  adwarden_sync_late_account_seconds: {
    kind: "gauge",
    labels: ["organization", "account"],
    help: "The same for the ten accounts that are furthest behind, if more than an hour; 0 when one has caught up",
    shared: true
  },
  adwarden_audit_unsealed_events: {
    kind: "gauge",
    labels: [],
    help: "Audit events that are not sealed yet; counts up to 100,000",
    shared: true
  },
  adwarden_audit_sealing_lag_seconds: {
    kind: "gauge",
    labels: [],
    help: "Age of the oldest event that is due to be sealed",
    shared: true
  }
} as const satisfies Readonly<Record<string, MetricInfo>>

export type MetricName = keyof typeof metricTable
export type MetricOfKind<Kind extends MetricInfo["kind"]> = {
  [Name in MetricName]: (typeof metricTable)[Name]["kind"] extends Kind ? Name : never
}[MetricName]

type ValuesOf<Labels extends ReadonlyArray<string>> = { readonly [Index in keyof Labels]: string }

/** The values of a metric's labels, in their order. */
export type LabelValues<Name extends MetricName> = ValuesOf<(typeof metricTable)[Name]["labels"]>
