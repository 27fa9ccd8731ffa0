import { contosoSite } from "./contoso.ts"
import { fabrikamSite } from "./fabrikam.ts"
import { northwindSite } from "./northwind.ts"
import { tailspinSite } from "./tailspin.ts"
import type { Site } from "./types.ts"
import { wingtipSite } from "./wingtip.ts"

export const sites: readonly Site[] = [northwindSite, fabrikamSite, contosoSite, wingtipSite, tailspinSite]
