import type { Chapter } from "../guard.ts"
import { codeGuards } from "./codes.ts"

/** Every attack that we know, by what it is aimed at. */
export const chapters: ReadonlyArray<Chapter> = [codeGuards]
