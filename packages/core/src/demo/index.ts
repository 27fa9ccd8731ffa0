export type { DemoCredentials, DemoOptions } from "./demo-world.ts"
export * as DemoWorld from "./demo-world.ts"
