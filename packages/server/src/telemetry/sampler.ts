import { Option, type Tracer } from "effect"
import type { SamplerName } from "../settings/telemetry.ts"

/** Decides whether a span is exported, from its parent. */
export type Sampler = (parent: Option.Option<Tracer.AnySpan>) => boolean

/** The share of trace ids below a bound, so that every service decides alike. A new trace has no id yet. */
const isInShare = (parent: Option.Option<Tracer.AnySpan>, share: number): boolean =>
  Option.match(parent, {
    onNone: () => Math.random() < share,
    onSome: ({ traceId }) => Number.parseInt(traceId.slice(-13), 16) / 16 ** 13 < share
  })

/** Returns the sampler of OpenTelemetry with this name. A span inside the service always follows its parent. */
export const makeSampler = (name: SamplerName, share: number): Sampler => {
  const followsClient = name.startsWith("parentbased_")
  const decide: Sampler = name.endsWith("always_on")
    ? () => true
    : name.endsWith("always_off")
      ? () => false
      : (parent) => isInShare(parent, share)
  return (parent) =>
    Option.isSome(parent) && (followsClient || parent.value._tag === "Span")
      ? parent.value.sampled
      : decide(parent)
}
