export { type Env, mcpApp } from "./app.ts"
