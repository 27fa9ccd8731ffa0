import { threadId } from "node:worker_threads"

/* A module that takes longer to load than a job waits for a busy thread. */

await new Promise((resolve) => setTimeout(resolve, 600))

/** The thread that it runs in. */
export const ownThread = (_input: null): number => threadId
