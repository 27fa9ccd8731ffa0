export * from "./ids.ts"
export * from "./numbers.ts"
export * from "./text.ts"
