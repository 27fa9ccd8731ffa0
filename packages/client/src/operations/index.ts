export { operations } from "../generated/operations.ts"
export { callOperation } from "./call-operation.ts"
export type { FieldInfo, OperationInfo } from "./operation-info.ts"
