export {
  counter,
  type GaugeValues,
  gauge,
  histogram,
  metricTable,
  prometheusText,
  prometheusType
} from "./metrics.ts"
export {
  annotateSampled,
  currentRequestId,
  currentTraceParent,
  type InSpan,
  makeInSpan,
  parentSpanOf,
  type RequestTrace,
  type Sampler,
  startRequestTrace,
  startsTrace,
  statementName,
  Telemetry,
  type TelemetryShape,
  UnsampledSpan,
  withoutSpan,
  withRequestId
} from "./spans.ts"
