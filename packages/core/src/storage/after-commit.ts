import { Effect } from "effect"
import { openTransaction } from "./transaction.ts"

/**
 * Runs something small once the open transaction is committed, and never if it is not: waking others up, say, who
 * would find nothing before. Nobody waits for it. Outside a transaction it runs at once. What must not be lost
 * belongs into the transaction itself.
 */
export const afterCommit = (run: () => void): Effect.Effect<void> =>
  Effect.map(openTransaction, (open) => {
    if (open === undefined) run()
    else open.session.afterCommit(run)
  })
