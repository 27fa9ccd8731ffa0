export {
  binomialInterval,
  chanceOfAtLeast,
  chanceOfAtMost,
  type Interval,
  poissonInterval,
  type Rate,
  rateRatioInterval,
  usualCounts
} from "./intervals.ts"
