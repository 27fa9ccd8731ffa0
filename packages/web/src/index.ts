export { webApp } from "./app.ts"
