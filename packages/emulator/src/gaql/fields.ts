import { refuse } from "../protocol/errors.ts"
import { camelCase, fieldAt, messageNamed } from "../schema/index.ts"
import { type Source, sources } from "./catalog.ts"

export interface ResolvedField {
  /** The name in the query: `campaign.maximize_conversions.target_cpa_micros`. */
  readonly name: string
  readonly scope: "attribute" | "metric" | "segment"
  readonly resource: string
  /** Camel-cased path within the resource, the metrics or the segments. */
  readonly path: readonly string[]
  readonly type: string
  readonly of: string
  readonly repeated: boolean
}

type Clause = "SELECT" | "WHERE" | "ORDER BY"

/** Messages that a query can select as a whole although they are not lists. */
const selectableMessages = new Set(["change_event.old_resource", "change_event.new_resource"])

export const resolveField = (name: string, from: string, clause: Clause): ResolvedField => {
  const source = sources[from]!
  const [resource = "", ...path] = name.split(".")
  const scope = resource === "metrics" ? "metric" : resource === "segments" ? "segment" : "attribute"
  const message =
    scope === "metric"
      ? "common.Metrics"
      : scope === "segment"
        ? "common.Segments"
        : sources[resource]?.message
  const field = message === undefined || path.length === 0 ? undefined : fieldAt(messageNamed(message), path)
  if (!field) return unrecognized(name)
  if (field.type === "message" && !field.repeated && !selectableMessages.has(name)) return unrecognized(name)
  if (scope === "attribute") checkJoin(name, resource, from, source, clause)
  else checkReporting(name, scope, path.join("."), from, source)
  const { type, of, repeated } = field
  return { name, scope, resource, path: path.map(camelCase), type, of, repeated }
}

const unrecognized = (name: string, reason = "") =>
  refuse(
    { queryError: "UNRECOGNIZED_FIELD" },
    `Unrecognized field in the query: '${name}'.${reason}`,
    [],
    name
  )

const checkJoin = (name: string, resource: string, from: string, source: Source, clause: Clause): void => {
  if (resource === from || source.joins.includes(resource)) return
  refuse(
    {
      queryError:
        clause === "WHERE"
          ? "PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE"
          : "PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE"
    },
    `The following field could not be used in the ${clause} clause: '${name}': the resource '${resource}' cannot be joined with '${from}'.`,
    [],
    name
  )
}

const checkReporting = (
  name: string,
  scope: "metric" | "segment",
  path: string,
  from: string,
  source: Source
): void => {
  const allowed = scope === "metric" ? source.metrics : source.segments
  if (allowed.includes(path)) return
  const computedSomewhere = Object.values(sources).some(({ metrics, segments }) =>
    (scope === "metric" ? metrics : segments).includes(path)
  )
  if (!computedSomewhere) unrecognized(name, " Google has it; the emulator does not compute it.")
  refuse(
    {
      queryError:
        scope === "metric"
          ? "PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE"
          : "PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE"
    },
    `Cannot select or filter on the following ${scope}s: '${name}', since ${scope} is incompatible with the resource in the FROM clause '${from}'.`,
    [],
    name
  )
}
