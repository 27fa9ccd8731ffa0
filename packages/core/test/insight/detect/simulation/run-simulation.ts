import { formatMonths, measureMonths } from "./daily-runs.ts"
import { allCells, formatCells, formatResults, measureAll } from "./measure.ts"

/*
 * `npm run check simulation` prints the tables of docs/reference/detectors.md. The number of campaigns a cell and
 * the seed may follow.
 */
const [campaigns, seed] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 1)]
console.log(`${campaigns} campaigns a cell, seed ${seed}\n`)
const results = measureAll(allCells, campaigns, seed)
for (const result of results) console.log(`${result.scenario}\n\n${formatCells(result)}\n`)
console.log(`${formatResults(results)}\n`)
console.log(formatMonths(measureMonths(campaigns, seed)))
