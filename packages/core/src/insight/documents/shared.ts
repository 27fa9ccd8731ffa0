import { Effect, Either } from "effect"
import { organizationById } from "../../access/organizations.ts"
import { findShared } from "../../access/shared-links.ts"
import { recordInTransaction } from "../../audit/trail.ts"
import { NotFound, reportTypes } from "../../contract/index.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { inTransaction, runSql, Statements } from "../../storage/index.ts"
import { readReport } from "./operations.ts"
import { decodeFigures, type ReportFigures } from "./reports.ts"

/** A document as its link shows it: this alone, and the name of its organization. */
export interface OpenedDocument {
  readonly organization: string
  readonly markdown: string
  readonly made_at: string
  readonly figures: ReportFigures | null
}

const ended = () =>
  new NotFound({ what: "This link", next: "It was revoked or has expired. Ask for a new one." })

/** Returns the endpoint that opens a shared document for anybody. Each opening is in the organization's audit trail. */
export const sharedDocumentEndpoint = Effect.map(Statements, (statements) => {
  const readReportOf = (organization: number, type: string, id: string) => {
    const known = reportTypes.find((one) => one === type)
    return known === undefined
      ? ended()
      : Effect.map(readReport(statements, organization, known, id), ({ facts, report }) => ({
          markdown: report.markdown,
          made_at: report.generated_at,
          figures: Either.getOrNull(decodeFigures(facts()))
        }))
  }
  const readStrategyOf = (organization: number, id: string) =>
    Effect.flatMap(
      runSql<{ markdown: string; made_at: string }>`select markdown, created_at as made_at from strategies
        where organization_id = ${organization} and id = ${id} and markdown is not null`,
      ([row]) => (row === undefined ? ended() : Effect.succeed({ ...row, figures: null }))
    )
  return (token: string): Endpoint<OpenedDocument> => ({
    name: "shared_links.open",
    admits: "anyone",
    limit: { name: "shared_links", perMinute: 60 },
    run: ({ audit }) =>
      Effect.gen(function* () {
        const found = (yield* findShared(token)) ?? (yield* ended())
        const { document, organization: id, type } = found
        const opened =
          type === "strategy" ? yield* readStrategyOf(id, document) : yield* readReportOf(id, type, document)
        const { name } = yield* organizationById(id)
        yield* recordInTransaction(
          { ...audit, organization_id: id },
          { status_code: 200, error_code: null }
        ).pipe(inTransaction)
        return { ...respondWith({ organization: name, ...opened }), audited: true }
      })
  })
})
