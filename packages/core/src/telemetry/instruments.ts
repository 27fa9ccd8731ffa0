import { Metric, MetricBoundaries, MetricKey, MetricLabel } from "effect"
import { type LabelValues, type MetricName, type MetricOfKind, metricTable } from "./metric-table.ts"

/** From a fast read to the longest job, in seconds. */
export const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300] as const

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
