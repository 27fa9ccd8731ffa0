export type { DemoCredentials, DemoOptions } from "./demo-world.ts"
export * as DemoWorld from "./demo-world.ts"
export { DemoUnfinished } from "./through/finish.ts"
export type { DemoCustomer, DemoPlatform } from "./through/platform.ts"
