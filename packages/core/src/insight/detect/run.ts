import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { campaignFilter } from "../../campaigns/index.ts"
import { type Detector, withDefaultOptions } from "../../contract/index.ts"
import { handler } from "../../pipeline/handler.ts"
import { Statements } from "../../storage/index.ts"
import { saveRecommendation } from "../recommendations/save.ts"
import type { Detection } from "./detection.ts"
import { readView } from "./read-view.ts"
import { detect } from "./rules/index.ts"

/** How far back the detector looks: as it was asked, and a month where it takes no such option. */
const windowOf = (detector: Detector, given: Readonly<Record<string, unknown>>): number => {
  const options: Readonly<Record<string, number | boolean>> = { ...withDefaultOptions(detector, given) }
  return Number(options["days"] ?? options["period_days"] ?? 30)
}

/** Findings as they are told: those that applying does something about name what to apply. */
const told = ({ findings }: Detection, recommendation: string | null) =>
  findings.map(({ actionable, fields }) =>
    actionable && recommendation !== null ? { ...fields, recommendation_id: recommendation } : { ...fields }
  )

export const runDetector = handler(
  "detectors.run",
  Effect.gen(function* () {
    const statements = yield* Statements
    const sql = yield* SqlClient.SqlClient
    return Effect.fnUntraced(function* ({ organization }, { detector, options = {}, slug }) {
      const campaign = yield* campaignFilter(statements, organization, slug)
      const { running, view } = yield* readView(organization.id, campaign!, windowOf(detector, options)).pipe(
        Effect.provideService(SqlClient.SqlClient, sql)
      )
      const detection = detect(detector, view, options)
      const [first, ...more] = detection.operations
      const recommendation =
        running && first !== undefined
          ? yield* saveRecommendation(statements, organization.id, campaign!, {
              type: detector,
              summary: detection.summary,
              saving: detection.saving,
              ...(detection.saves === null ? {} : { saves: detection.saves }),
              findings: told(detection, null),
              operations: [first, ...more]
            })
          : null
      const saving = detection.saving === null ? {} : { estimated_monthly_saving: detection.saving }
      return { detector, findings: told(detection, recommendation), ...saving }
    })
  })
)
