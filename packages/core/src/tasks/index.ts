export { housekeeping } from "./housekeeping.ts"
export { Worker, type WorkerOptions } from "./worker.ts"
