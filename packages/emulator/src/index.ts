export { demoWorld } from "./demo/definition.ts"
export type { DemoCampaign, DemoCustomer, DemoWorld } from "./demo/types.ts"
export { createEmulator, type Emulator, type EmulatorSettings } from "./emulator.ts"
export { siteAddresses } from "./sites/index.ts"
