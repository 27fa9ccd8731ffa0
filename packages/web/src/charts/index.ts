/** Charts, drawn on the server as SVG. Every one has its figures as a table. */
export { type Bar, type BarChart, barChart } from "./bar-chart.ts"
export type { Period } from "./figures-table.ts"
export type { Mark } from "./marks.ts"
export type { Values } from "./scales.ts"
export { type Multiple, type SmallMultiples, smallMultiples } from "./small-multiples.ts"
export { sparkline } from "./sparkline.ts"
export { legend, type Panel, type TimeChart, timeChart } from "./time-chart.ts"
export { inMoney, inNumbers, inPercent, shortDay, type Unit } from "./units.ts"
