import { Effect } from "effect"
import type { Step } from "../../changes/edit.ts"
import type { PlatformFirst } from "../../changes/platform-first.ts"
import { deletePending, type StoredCriterion } from "../criterion-rows.ts"
import type { Criteria } from "./criteria.ts"
import { type CriterionTrace, describeItems, type RemoteCriteria } from "./criterion-edit.ts"

/** The trace of an addition. */
interface AdditionTrace extends CriterionTrace {
  /** The match type, if all have the same. */
  readonly match?: string
  /** Items of the call that already existed, if its response names them. */
  readonly alreadyThere?: ReadonlyArray<string>
}

export const describeAddition = (
  one: string,
  items: ReadonlyArray<{ readonly text: string }>,
  match?: string
): string =>
  describeItems(one, match === undefined || items.length === 0 ? "added" : `added (${match})`, items)

/** Returns the step that removes what an addition added. */
export const reverseAddition =
  ({ removes }: { readonly removes: string }) =>
  ({ campaign, ids }: CriterionTrace): Step => ({ kind: removes, version: 1, input: { campaign, ids } })

/** How an addition is finished that the platform must do first. Its rows are stored as removed until then. */
export const additionFirst = <
  New extends { readonly text: string },
  Row extends StoredCriterion,
  Remote extends { readonly ref: string },
  Trace extends AdditionTrace
>({
  activate,
  addition,
  exclude,
  keyOf,
  one,
  remoteKey,
  subject,
  table
}: Criteria<New, Row, Remote>): Omit<PlatformFirst<Trace, RemoteCriteria<Row, Remote>>, "readRemote"> => {
  /** The rows of the trace with their names in the platform, if it has them. */
  const namedRows = ({ rows, there }: RemoteCriteria<Row, Remote>, { ids }: Trace) => {
    const refs = new Map(there.map((remote) => [remoteKey(remote), remote.ref]))
    return rows
      .filter(({ id }) => ids.includes(id))
      .map((row) => {
        const key = keyOf(row)
        const ref = key === null ? null : (refs.get(key) ?? null)
        return { id: row.id, row, ref, missing: key !== null && ref === null }
      })
  }
  return {
    field: "keywords",
    excludeExisting: (organization, trace, remote) =>
      Effect.gen(function* () {
        const rows = namedRows(remote, trace)
        const existing = rows.filter(({ ref }) => ref !== null)
        if (existing.length === 0) return null
        yield* exclude(organization, trace.campaign, existing)
        const ours = rows.flatMap(({ ref, row }) => (ref === null ? [row] : []))
        const { alreadyThere, match, slug } = trace
        return {
          trace: {
            ...trace,
            ids: ours.map(({ id }) => id),
            ...(alreadyThere && { alreadyThere: [...alreadyThere, ...existing.map(({ row }) => row.text)] })
          },
          sentence: { subject, of: slug, did: describeAddition(one, ours, match) }
        }
      }),
    missing: (trace, remote) =>
      namedRows(remote, trace).flatMap(({ missing, row }) =>
        missing ? [addition(row, remote.campaign)] : []
      ),
    complete: (organization, trace, remote, refs) => {
      let created = 0
      const rows = namedRows(remote, trace).map(({ id, missing, ref }) => ({
        id,
        ref: missing ? refs[created++]! : ref
      }))
      return Effect.as(activate(organization, trace.campaign, rows), trace)
    },
    discard: (organization, { ids }) => Effect.asVoid(deletePending(table, organization, ids))
  }
}
