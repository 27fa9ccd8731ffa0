import { checkPackage, createPackageFromTarballData, type Package } from "@arethetypeswrong/core"
import { problemAffectsResolutionKind } from "@arethetypeswrong/core/problems"
import type { ResolutionKind } from "@arethetypeswrong/core/types"
import { publint } from "publint"

/** All ways in which projects resolve the types of a package. */
export const allResolutionModes: ReadonlyArray<ResolutionKind> = [
  "node10",
  "node16-cjs",
  "node16-esm",
  "bundler"
]

/** The resolution modes of ES modules: attw's profile `esm-only`. */
export const asModules: ReadonlyArray<ResolutionKind> = ["node16-esm", "bundler"]

/** Returns publint's problems of a package as it would be published. */
export const packageProblems = async (tarball: Uint8Array<ArrayBuffer>) =>
  (await publint({ pack: { tarball: tarball.buffer }, strict: true })).messages

/** Looks up directories in a set. attw reads the list of all files for each lookup, which took most of its time. */
const withDirectories = (files: Package): Package => {
  const directories = new Set(["/"])
  for (const file of files.listFiles()) {
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      directories.add(file.slice(0, end + 1))
    }
  }
  files.directoryExists = (path) => directories.has(path.endsWith("/") ? path : `${path}/`)
  return files
}

/** Returns the type problems that are-the-types-wrong finds in these resolution modes. */
export const typeProblems = async (
  tarball: Uint8Array<ArrayBuffer>,
  resolutionModes: ReadonlyArray<ResolutionKind>
) => {
  const analysis = await checkPackage(withDirectories(createPackageFromTarballData(tarball)))
  if (analysis.types === false) return ["The package has no types"]
  return analysis.problems.filter((problem) =>
    resolutionModes.some((mode) => problemAffectsResolutionKind(problem, mode, analysis))
  )
}
