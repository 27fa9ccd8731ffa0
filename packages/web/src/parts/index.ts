export {
  badge,
  banner,
  type Check,
  card,
  checks,
  dialog,
  empty,
  facts,
  type Item,
  items,
  mark,
  preview,
  split,
  waiting
} from "./boxes.ts"
export {
  buttonForm,
  type Choice,
  choices,
  copyable,
  filterMenu,
  head,
  hidden,
  type Link,
  linkButton,
  problemBanner,
  segments,
  select,
  tabs,
  textArea,
  textField
} from "./controls.ts"
export { type IconName, icon, iconNames, shield } from "./icons.ts"
export {
  type Column,
  type Difference,
  diff,
  type Figure,
  figures,
  meter,
  type Picking,
  pager,
  table
} from "./table.ts"
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
  relative,
  shortDay
} from "./text.ts"
