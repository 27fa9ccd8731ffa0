export { CreateQueuesEagerly, Queue } from "./queue.ts"
export { type QueueHealth, queueHealth } from "./queue-health.ts"
export { Schedules } from "./registries.ts"
export { Worker, type WorkerOptions } from "./worker.ts"
