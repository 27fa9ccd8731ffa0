/** The server commands of `adwarden`. `@adwarden/cli` loads this package to run one of them. */
export type { OperatorCommand } from "./command-line/index.ts"
export { operatorCommands } from "./commands/index.ts"
export { main } from "./main.ts"
