import { Effect } from "effect"
import type { PageRouter } from "../../kit/page-router.ts"
import { reports } from "./reports.ts"
import { strategies } from "./strategies.ts"

/**
 * Reports and strategies: their lists, their making with its progress, and a page for each that prints on its own.
 * Their text is stored as markdown with every figure in it. Charts are drawn from the stored figures of a report.
 */
export const documents = (
  router: PageRouter
): Effect.Effect<
  void,
  never,
  Effect.Effect.Context<ReturnType<typeof reports>> | Effect.Effect.Context<ReturnType<typeof strategies>>
> => Effect.zipRight(reports(router), strategies(router))
