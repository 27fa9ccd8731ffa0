/**
 * Returns `N passed, N failed[, N skipped]` from the report of vitest's JSON reporter. A file that could not
 * be loaded has no failed test and counts as one failure.
 */
export function countLine(report) {
  const unloadable = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed")
  ).length
  const skipped = report.numPendingTests + (report.numTodoTests ?? 0)
  const line = `${report.numPassedTests} passed, ${report.numFailedTests + unloadable} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}
