import { Effect, Schema } from "effect"
import { type Output, recordNotFound, StrategyId } from "../../contract/index.ts"
import { EpochMillis, pagedList } from "../../paging.ts"
import { handler } from "../../request/handler.ts"
import { Settings } from "../../settings.ts"
import { bindStatement, Statements, statement } from "../../storage/index.ts"
import { strategyUrl } from "./rows.ts"

type StrategyDetailRow = Omit<Output<"strategy.get">, "url">

const byId = statement(`
select id, status, title, created_at, finished_at, markdown, error
from strategies where organization_id = $1 and id = $2`)

export const getStrategy = handler(
  "strategy.get",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { appUrl } = yield* Settings
    return ({ organization }, { strategy_id }) =>
      Effect.flatMap(
        statements.read(bindStatement<StrategyDetailRow>(byId, [organization.id, strategy_id])),
        ([row]) =>
          row === undefined
            ? recordNotFound("strategy", strategy_id)
            : Effect.succeed({ ...row, url: strategyUrl(appUrl, organization.slug, row.id) })
      )
  })
)

interface StrategyRow extends Omit<Output<"strategy.list">["strategies"][number], "id" | "url"> {
  readonly id: StrategyId
}

/** Newest first, without bodies. */
const readPage = pagedList({
  name: "strategies",
  position: Schema.Tuple(EpochMillis, Schema.typeSchema(StrategyId)),
  positionOf: ({ created_at, id }: StrategyRow) => [Date.parse(created_at), id],
  page: `
select id, status, title, created_at, finished_at from strategies where organization_id = $1
  and ($2::bigint is null or (created_at, id) < (to_timestamp($2 / 1000.0)::timestamptz(3), $3::text))
order by created_at desc, id desc limit $4`,
  count: "select count(*) as total from strategies where organization_id = $1"
})

export const listStrategies = handler(
  "strategy.list",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { appUrl } = yield* Settings
    return Effect.fnUntraced(function* ({ organization }, request) {
      const { rows, ...page } = yield* readPage(statements, [organization.id], request)
      const strategies = rows.map((row) => ({ ...row, url: strategyUrl(appUrl, organization.slug, row.id) }))
      return { strategies, ...page }
    })
  })
)
