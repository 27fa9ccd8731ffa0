/**
 * The operator's commands of `adwarden`. `@adwarden/cli` loads this package when one of them is run.
 */
export type { OperatorCommand } from "./command-line/index.ts"
export { operatorCommands } from "./commands/index.ts"
export { main } from "./main.ts"
