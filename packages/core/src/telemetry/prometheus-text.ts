import { Metric, type MetricPair, MetricState } from "effect"
import { type MetricName, metricTable } from "./metric-table.ts"

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
