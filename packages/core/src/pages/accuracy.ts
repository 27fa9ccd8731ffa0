import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { recommendationLabels } from "../insight/recommendations/labels.ts"
import { type EstimateAccuracy, isUnreliable, readAccuracy } from "../insight/savings/accuracy.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { Statements } from "../storage/index.ts"

/** The realised savings of a kind of recommendation beside their estimates. */
export interface DetectorAccuracy extends EstimateAccuracy {
  /** The detector, or a type of the engine such as `brand_leak`. */
  readonly type: string
  /** What the recommendations are about, for people. */
  readonly label: string
  /** Whether the estimates are off by more than half over at least 20 applications. */
  readonly unreliable: boolean
}

/** Reads how accurate the estimates of applied recommendations were, by detector. */
export class Accuracy extends Context.Tag("@adwarden/Accuracy")<
  Accuracy,
  {
    readonly of: (
      clearance: OrganizationClearance
    ) => Effect.Effect<ReadonlyArray<DetectorAccuracy>, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Accuracy,
    Effect.map(Statements, (statements) => ({
      of: ({ organization }) =>
        Effect.map(statements.read(readAccuracy(organization.id, null)), (rows) =>
          rows.map(
            (row): DetectorAccuracy => ({
              ...row,
              label: recommendationLabels[row.type],
              unreliable: isUnreliable(row)
            })
          )
        )
    }))
  )
}
