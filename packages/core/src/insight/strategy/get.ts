import { Effect } from "effect"
import { NotFound, type Output } from "../../contract/index.ts"
import { handler } from "../../request/handler.ts"
import { Settings } from "../../settings.ts"
import { Statements, statement } from "../../storage/index.ts"
import { strategyUrl } from "./rows.ts"

type Row = Omit<Output<"strategy.get">, "url">

const byId = statement(`
select id, status, title, created_at, finished_at, markdown, error
from strategies where organization_id = $1 and id = $2`)

export const getStrategy = handler(
  "strategy.get",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { appUrl } = yield* Settings
    return ({ organization }, { strategy_id }) =>
      Effect.flatMap(statements.query<Row>(byId, [organization.id, strategy_id]), ([row]) =>
        row === undefined
          ? new NotFound({
              what: `The strategy ${strategy_id}`,
              next: "List those there are with {strategy.list}."
            })
          : Effect.succeed({ ...row, url: strategyUrl(appUrl, organization.slug, row.id) })
      )
  })
)
