export { counter, type GaugeValues, gauge, histogram } from "./instruments.ts"
export { metricTable } from "./metric-table.ts"
export { prometheusText, prometheusType } from "./prometheus-text.ts"
export { type RequestTrace, startRequestTrace } from "./request-trace.ts"
export {
  annotateSampled,
  currentTraceParent,
  type InSpan,
  makeInSpan,
  parentSpanOf,
  startsTrace,
  statementName,
  withoutSpan
} from "./spans.ts"
export { currentRequestId, type Sampler, Telemetry, type TelemetryShape, withRequestId } from "./telemetry.ts"
export { UnsampledSpan } from "./unsampled-span.ts"
