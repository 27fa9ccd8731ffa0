/** `npm run -s release sbom > adwarden.cdx.json` lists what users install with our packages, as CycloneDX 1.6. */
import { bomOf, components } from "./components.ts"
import { published } from "./published.ts"

const ours = published().map(({ manifest }) => manifest)
console.log(JSON.stringify(bomOf(ours, components(true)), null, 2))
