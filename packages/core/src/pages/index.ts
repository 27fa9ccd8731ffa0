export {
  type AttentionItem,
  type AttentionKind,
  headlineOf,
  isUrgent,
  usualText,
  weekText,
  wordsOf
} from "../attention/index.ts"
export { Accuracy, type DetectorAccuracy } from "./accuracy.ts"
export {
  Activity,
  type ActivityChoices,
  type ActivityEntry,
  type ActivityPage,
  type ActivityQuery,
  type OutsideChange,
  type RequestedChange,
  type Timeline,
  type TimelineChange
} from "./activity/activity.ts"
export { TaskFeed, type TaskView } from "./activity/task-feed.ts"
export { Attention, type AttentionData } from "./attention.ts"
export { type CampaignConflict, CampaignConflicts, type ConflictingSetting } from "./conflicts.ts"
export {
  type CampaignFiguresPage,
  type CampaignFiguresRow,
  type CapFigures,
  type ChartChange,
  type ChartDay,
  Figures,
  type PeriodFigures,
  type RowFigures,
  type ShownPeriod
} from "./figures.ts"
export {
  type BrokenAccount,
  type CurrentOrganization,
  type Frame,
  type FrameOrganization,
  type OrganizationPageReader,
  type PageData,
  PageRefused,
  Pages,
  type PagesShape
} from "./frame.ts"
export { Live, type LiveEvent } from "./live.ts"
export { Portfolio, type PortfolioRow } from "./portfolio.ts"
export { type ReasonTest, testReason } from "./reason-test.ts"
export { type FirstSyncProgress, type Setup, SetupSteps } from "./setup.ts"
