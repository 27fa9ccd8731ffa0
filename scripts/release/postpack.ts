/** `postpack` of every package: puts back what `prepack` changed for npm. */
import { restoreAfterNpm } from "./pack.ts"

restoreAfterNpm()
