export type { BrokenAccount, CurrentOrganization, Frame, FrameOrganization } from "./frame.ts"
export {
  type OrganizationPageReader,
  type PageData,
  type PageEndpoints,
  PageRefused,
  pageEndpoints
} from "./page-endpoints.ts"
