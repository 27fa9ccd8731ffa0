// Loaded first by each worker. When vitest is killed, a worker would report the lost channel through the same channel,
// and that error again, forever. Vitest later replaces `process.exit`, so this keeps the original.
const exit = process.exit.bind(process)
process.once("disconnect", () => exit(1))
