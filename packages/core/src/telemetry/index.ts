export { counter, type GaugeValues, gauge, histogram } from "./instruments.ts"
export { metricTable } from "./metric-table.ts"
export { prometheusText, prometheusType } from "./prometheus-text.ts"
export {
  currentTraceParent,
  type InSpan,
  makeInSpan,
  parentSpanOf,
  statementName,
  withoutSpan
} from "./spans.ts"
export { currentRequestId, Telemetry, type TelemetryShape, withRequestId } from "./telemetry.ts"
