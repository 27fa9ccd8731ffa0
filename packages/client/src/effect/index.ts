export * from "../generated/effect.ts"
export { AdwardenClient, EffectAdwarden, type EffectAdwardenOptions, WebhookUnverified } from "./client.ts"
export type {
  CallOptions,
  EffectPreview,
  ItemStream,
  RequestError,
  RowStream,
  WriteCallOptions
} from "./variant.ts"
