export { banner, card, dialog, empty, preview, split } from "./boxes.ts"
export {
  type Choice,
  choices,
  copyable,
  hidden,
  problemBanner,
  select,
  textArea,
  textField
} from "./controls.ts"
export { type Difference, diff, type Figure, figures, meter, progress } from "./figures.ts"
export { type IconName, icon, iconNames, shield } from "./icons.ts"
export { badge, type Check, checks, facts, type Item, items, waiting } from "./lists.ts"
export { head, type Link, linkButton, segments, tabs } from "./navigation.ts"
export { type Column, pager, table } from "./table.ts"
export {
  count,
  currencySign,
  day,
  dayText,
  email,
  initials,
  moment,
  money,
  percentChange,
  relative
} from "./text.ts"
