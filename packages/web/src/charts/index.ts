/** Charts, drawn on the server as SVG. Every one has its figures as a table. */
export { dayStrip, rangeBar, sparkline } from "./bars.ts"
export { inMoney, inNumbers, type Period, shortDay, type Unit, type Values } from "./scales.ts"
export { costAndConversions, legend, type Mark, timeChart } from "./time-chart.ts"
