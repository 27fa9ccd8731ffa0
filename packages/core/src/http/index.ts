export * from "./body.ts"
export * from "./facts.ts"
export * from "./protected-resource.ts"
export * from "./request.ts"
