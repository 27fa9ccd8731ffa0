/** Charts, drawn on the server as SVG. Every one has its figures as a table. */
export { type Bar, type BarChart, barChart, dayStrip, rangeBar, sparkline } from "./bars.ts"
export { inMoney, inNumbers, inPercent, type Period, shortDay, type Unit, type Values } from "./scales.ts"
export {
  legend,
  type Mark,
  type Multiple,
  type Panel,
  type SmallMultiples,
  smallMultiples,
  type TimeChart,
  timeChart
} from "./time-chart.ts"
