import { Worker } from "node:worker_threads"

/*
 * A mutant may never end, and a loop that does not wait cannot be interrupted from its own thread. Each batch runs in a
 * process of its own; a second thread ends it when its time is over.
 */
const program = `setTimeout(() => process.kill(process.pid, "SIGKILL"), ${process.env["MUTANT_BATCH_SECONDS"] ?? 600} * 1000)`

new Worker(program, { eval: true }).unref()
