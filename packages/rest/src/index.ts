export { restApp } from "./app.ts"
