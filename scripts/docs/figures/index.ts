import { accessFigures } from "./access.ts"
import { changeFigures } from "./changes.ts"
import { clientFigures } from "./clients.ts"
import { draftFigures } from "./drafts.ts"
import { insightFigures } from "./insight.ts"
import { operationFigures } from "./operations.ts"
import type { Figure } from "./source.ts"

/** Returns the figures of the pages that the code defines, each in the text that contains it. */
export const figures = (): ReadonlyArray<Figure> => [
  ...accessFigures(),
  ...changeFigures(),
  ...clientFigures(),
  ...draftFigures(),
  ...insightFigures(),
  ...operationFigures()
]
