export { restApp } from "./app.ts"
export type { Env } from "./env.ts"
