import { formatMeasured, measurePlanted } from "./measure.ts"

/* `npm run check planted` prints the table of docs/reference/detectors.md; a number of seeds may follow. */
console.log(formatMeasured(await measurePlanted(Number(process.argv[2] ?? 20))))
