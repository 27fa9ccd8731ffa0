export * from "./body.ts"
export * from "./facts.ts"
