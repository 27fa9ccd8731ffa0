import { handles } from "../pipeline/handlers.ts"
import { getPerformance } from "./performance/get.ts"
import { listSearchTerms } from "./search-terms/list.ts"

/** What insight offers. */
export const insight = handles(getPerformance, listSearchTerms)
