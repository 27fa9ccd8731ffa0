import { auditTrailEndpoint } from "@adwarden/core"
import { operationByName, rowsWriterFor } from "@adwarden/core/contract"
import { Effect } from "effect"
import { asOperator } from "../../operator.ts"
import { outputCommand } from "../command-output.ts"
import { org } from "../operator-commands.ts"

/** The whole trail, also of an organization that was deleted. */
export const exportTrail = outputCommand(
  "export",
  { org },
  "Export the whole audit trail of an organization as JSON, which audit verify proves. A deleted organization is named deleted-ID.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(auditTrailEndpoint, (trail) => trail(org))
    ).pipe(
      Effect.map(({ events, ...header }) => {
        const writer = rowsWriterFor(operationByName.get("audit.export")!, {}, header)
        return {
          data: { ...header, events },
          text: `${writer.prefix}${writer.formatRows(events, true)}${writer.suffix}`
        }
      })
    )
)
