export * from "./body.ts"
export * from "./oauth-metadata.ts"
export * from "./request-facts.ts"
