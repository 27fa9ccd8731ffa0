export { mcpApp } from "./app.ts"
