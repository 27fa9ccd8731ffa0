import { Effect, Schema } from "effect"
import { NotFound, type Output, StrategyId } from "../../contract/index.ts"
import { cursorCodec, EpochMillis, splitPage, totalOf } from "../../paging/cursor.ts"
import { handler } from "../../request/handler.ts"
import { Settings } from "../../settings.ts"
import { Statements, statement } from "../../storage/index.ts"
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
      Effect.flatMap(statements.query<StrategyDetailRow>(byId, [organization.id, strategy_id]), ([row]) =>
        row === undefined
          ? new NotFound({
              what: `The strategy ${strategy_id}`,
              next: "List those there are with {strategy.list}."
            })
          : Effect.succeed({ ...row, url: strategyUrl(appUrl, organization.slug, row.id) })
      )
  })
)

interface StrategyRow extends Omit<Output<"strategy.list">["strategies"][number], "id" | "url"> {
  readonly id: StrategyId
  readonly total: number
}

/** Newest first, without bodies. */
const page = statement(`
select id, status, title, created_at, finished_at,
  (select count(*) from strategies where organization_id = $1) as total
from strategies where organization_id = $1
  and ($2::bigint is null or (created_at, id) < (to_timestamp($2 / 1000.0)::timestamptz(3), $3::text))
order by created_at desc, id desc limit $4`)
const count = statement("select count(*) as total from strategies where organization_id = $1")

const CursorPosition = Schema.Tuple(EpochMillis, Schema.typeSchema(StrategyId))

export const listStrategies = handler(
  "strategy.list",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { appUrl } = yield* Settings
    return Effect.fnUntraced(function* ({ organization }, { cursor, limit }) {
      const list = cursorCodec(CursorPosition, "strategies", organization.id)
      const [at, id] = (yield* list.decode(cursor)) ?? [null, null]
      const rows = yield* statements.query<StrategyRow>(page, [organization.id, at, id, limit + 1])
      const { last, page: pageRows } = splitPage(rows, limit)
      return {
        strategies: pageRows.map(({ total: _, ...row }) => ({
          ...row,
          url: strategyUrl(appUrl, organization.slug, row.id)
        })),
        total: yield* totalOf(rows, statements.query(count, [organization.id])),
        next_cursor: last === null ? null : list.encode([Date.parse(last.created_at), last.id])
      }
    })
  })
)
