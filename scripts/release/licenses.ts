/** `npm run release licenses` fails if a dependency has a license that is not allowed. */
import { components, licenseProblems } from "./components.ts"

const [shipped, installed] = [components(true), components(false)]
const problems = [...licenseProblems(shipped, true), ...licenseProblems(installed, false)]
const counts = Map.groupBy(shipped, ({ license }) => license)
for (const [license, list] of counts) console.log(`${String(list.length).padStart(5)}  ${license}`)
console.log(`${shipped.length} packages that users install, ${installed.length} with development tools.`)
if (problems.length > 0) {
  console.error(
    `These licenses are not allowed. Replace the package, or decide in scripts/release/components.ts:`
  )
  for (const problem of problems) console.error(`  ${problem}`)
  process.exitCode = 1
}
