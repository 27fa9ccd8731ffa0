import type { Sampler } from "@adwarden/core"
import type { SamplerName } from "../settings/telemetry.ts"

/** The share of trace ids below a bound, so that every service decides alike. A new trace has no id yet. */
const isInShare = (traceId: string | undefined, share: number): boolean =>
  traceId === undefined ? Math.random() < share : Number.parseInt(traceId.slice(-13), 16) / 16 ** 13 < share

/** Returns the sampler of OpenTelemetry with this name. A span inside the service always follows its parent. */
export const makeSampler = (name: SamplerName, share: number): Sampler => {
  const followsClient = name.startsWith("parentbased_")
  const decide: Sampler = name.endsWith("always_on")
    ? () => true
    : name.endsWith("always_off")
      ? () => false
      : (parent) => isInShare(parent?.traceId, share)
  return (parent) =>
    parent !== undefined && (followsClient || parent._tag === "Span") ? parent.sampled : decide(parent)
}
