import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { problemAffectsResolutionKind } from "@arethetypeswrong/core/problems"
import type { ResolutionKind } from "@arethetypeswrong/core/types"
import { publint } from "publint"

/** How projects come to the types of a package. */
export const allResolutionModes: ReadonlyArray<ResolutionKind> = [
  "node10",
  "node16-cjs",
  "node16-esm",
  "bundler"
]

/** How they come to those of ES modules alone: what attw calls its profile `esm-only`. */
export const asModules: ReadonlyArray<ResolutionKind> = ["node16-esm", "bundler"]

/** What publint has against a package as it would be published. */
export const packageProblems = async (tarball: Uint8Array<ArrayBuffer>) =>
  (await publint({ pack: { tarball: tarball.buffer }, strict: true })).messages

/** What are-the-types-wrong has against its types, for those who come to them in one of these ways. */
export const typeProblems = async (
  tarball: Uint8Array<ArrayBuffer>,
  resolutionModes: ReadonlyArray<ResolutionKind>
) => {
  const analysis = await checkPackage(createPackageFromTarballData(tarball))
  if (analysis.types === false) return ["It has no types"]
  return analysis.problems.filter((problem) =>
    resolutionModes.some((mode) => problemAffectsResolutionKind(problem, mode, analysis))
  )
}
