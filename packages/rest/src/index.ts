export { restApp } from "./app.ts"
export type { Env } from "./env.ts"
export { makeUnknownPath } from "./respond.ts"
