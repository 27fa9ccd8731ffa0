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
export { Activity, type ActivityPage, type ActivityQuery } from "./activity/activity.ts"
export type { ActivityChoices } from "./activity/choices.ts"
export type { ActivityEntry } from "./activity/entry.ts"
export { TaskFeed, type TaskProgress, type TaskView } from "./activity/task-feed.ts"
export type { OutsideChange, Timeline, TimelineChange } from "./activity/timeline.ts"
export { Attention, type AttentionData } from "./attention.ts"
export type { CampaignFiguresPage, CampaignFiguresRow, RowFigures } from "./campaign-figures.ts"
export { type CampaignConflict, CampaignConflicts, type ConflictingSetting } from "./conflicts.ts"
export { type ChartChange, Figures } from "./figures.ts"
export type { BrokenAccount, CurrentOrganization, Frame, FrameOrganization } from "./frame.ts"
export {
  type OrganizationPageReader,
  type PageData,
  PageRefused,
  Pages,
  type PagesShape
} from "./page-endpoints.ts"
export type { ChartDay, PeriodFigures } from "./period-figures.ts"
export { Portfolio, type PortfolioRow } from "./portfolio.ts"
export { type ReasonTest, testReason } from "./reason-test.ts"
export type { ShownPeriod } from "./shown-period.ts"
