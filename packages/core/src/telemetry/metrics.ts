import { Metric, MetricBoundaries, MetricKey, MetricLabel, type MetricPair, MetricState } from "effect"

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

type MetricName = keyof typeof metricTable
type MetricOfKind<Kind extends MetricInfo["kind"]> = {
  [Name in MetricName]: (typeof metricTable)[Name]["kind"] extends Kind ? Name : never
}[MetricName]

type ValuesOf<Labels extends ReadonlyArray<string>> = { readonly [Index in keyof Labels]: string }

/** The values of a metric's labels, in their order. */
type LabelValues<Name extends MetricName> = ValuesOf<(typeof metricTable)[Name]["labels"]>

/** The content type of the text format that every version of Prometheus reads. */
export const prometheusType = "text/plain; version=0.0.4; charset=utf-8"

type Labels = ReadonlyArray<readonly [string, string]>

const escapeLabel = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")

const sample = (name: string, labels: Labels, value: number | bigint): string => {
  const shown = labels.map(([label, text]) => `${label}="${escapeLabel(text)}"`).join(",")
  return `${name}${shown === "" ? "" : `{${shown}}`} ${value}`
}

const samplesOf = (name: string, labels: Labels, state: MetricState.MetricState.Untyped): Array<string> => {
  if (MetricState.isCounterState(state)) return [sample(name, labels, state.count)]
  if (MetricState.isGaugeState(state)) return [sample(name, labels, state.value)]
  if (!MetricState.isHistogramState(state)) return []
  const finite = state.buckets.filter(([bound]) => Number.isFinite(bound))
  return [
    ...finite.map(([bound, count]) => sample(`${name}_bucket`, [...labels, ["le", String(bound)]], count)),
    sample(`${name}_bucket`, [...labels, ["le", "+Inf"]], state.count),
    sample(`${name}_sum`, labels, state.sum),
    sample(`${name}_count`, labels, state.count)
  ]
}

/** Prometheus calls a value that only grows a counter, also if it was read and not counted here. */
const typeOf = (name: MetricName): string => (name.endsWith("_total") ? "counter" : metricTable[name].kind)

/** Renders all our metrics of this process in the Prometheus text format. */
export const prometheusText = (): string => {
  const samples = new Map<string, Array<string>>()
  for (const {
    metricKey,
    metricState
  } of Metric.unsafeSnapshot() as ReadonlyArray<MetricPair.MetricPair.Untyped>) {
    const { name, tags } = metricKey
    if (!(name in metricTable)) continue
    const lines = samples.get(name) ?? []
    samples.set(name, lines)
    const labels = tags.map(({ key, value }) => [key, value] as const)
    lines.push(...samplesOf(name, labels, metricState))
  }
  return (Object.keys(metricTable) as ReadonlyArray<MetricName>)
    .filter((name) => samples.has(name))
    .flatMap((name) => [
      `# HELP ${name} ${metricTable[name].help}`,
      `# TYPE ${name} ${typeOf(name)}`,
      ...samples.get(name)!
    ])
    .join("\n")
    .concat("\n")
}

/** From a fast read to the longest job, in seconds. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300] as const

/** A guard against labels whose values are not bounded after all: further values count as `other`. */
const maxSeries = 5000

const boundaries = MetricBoundaries.fromIterable(durationBounds)

const keyOf = (name: MetricName): MetricKey.MetricKey<never> => {
  const { help: description, kind } = metricTable[name]
  const key =
    kind === "counter"
      ? MetricKey.counter(name, { description, incremental: true })
      : kind === "gauge"
        ? MetricKey.gauge(name, { description })
        : MetricKey.histogram(name, boundaries, description)
  return key as unknown as MetricKey.MetricKey<never>
}

type Update = (value: number) => void

/**
 * Returns the series of a metric by its label values. Each is looked up in Effect's registry once: with Effect's own
 * tagging, every update would compute and search its labels.
 */
const seriesOf = <Name extends MetricName>(name: Name) => {
  const key = keyOf(name)
  const labels: ReadonlyArray<string> = metricTable[name].labels
  const series = new Map<string, Update>()
  return (values: LabelValues<Name>): Update => {
    const given = values as ReadonlyArray<string>
    const id = given.length === 1 ? given[0]! : given.join("\n")
    const known = series.get(id)
    if (known !== undefined) return known
    if (series.size > maxSeries) return series.get(labels.map(() => "other").join("\n")) ?? (() => {})
    const effective = series.size === maxSeries ? labels.map(() => "other") : given
    const tagged = MetricKey.taggedWithLabels(
      key,
      labels.map((label, index) => MetricLabel.make(label, effective[index]!))
    )
    const metric = Metric.fromMetricKey(tagged) as unknown as Metric.Metric<unknown, number, unknown>
    const update: Update = (value) => metric.unsafeUpdate(value, [])
    series.set(effective.join("\n"), update)
    return update
  }
}

type Counter<Name extends MetricName> = (...values: LabelValues<Name>) => void
type Histogram<Name extends MetricName> = (seconds: number, ...values: LabelValues<Name>) => void

export const counter = <Name extends MetricOfKind<"counter">>(name: Name): Counter<Name> => {
  const series = seriesOf(name)
  return (...values) => series(values)(1)
}

export const histogram = <Name extends MetricOfKind<"histogram">>(name: Name): Histogram<Name> => {
  const series = seriesOf(name)
  return (seconds, ...values) => series(values)(seconds)
}

/** The current values of one gauge, each with the values of its labels. */
export type GaugeValues<Name extends MetricName> = ReadonlyArray<readonly [number, ...LabelValues<Name>]>

/** Returns a function that sets all values of a gauge. Labels that are no longer given are set to 0. */
export const gauge = <Name extends MetricOfKind<"gauge">>(
  name: Name
): ((values: GaugeValues<Name>) => void) => {
  const series = seriesOf(name)
  let before = new Set<Update>()
  return (values) => {
    const current = new Set<Update>()
    for (const [value, ...labels] of values) {
      const update = series(labels as unknown as LabelValues<Name>)
      update(value)
      current.add(update)
    }
    for (const update of before) if (!current.has(update)) update(0)
    before = new Set([...before, ...current])
  }
}
