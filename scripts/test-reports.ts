// What the test runners wrote into their JSON reports.
import { readFileSync } from 'node:fs'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResult, JsonTestResults } from 'vitest/node'

/** The test files of Vitest's report, each with its tests. Throws when there is no report. */
export const vitestFiles = (path: string): JsonTestResult[] =>
  (JSON.parse(readFileSync(path, 'utf8')) as JsonTestResults).testResults

/** The tests of Playwright's report, each with its outcome in every project. Throws when there is no report. */
export const playwrightSpecs = (path: string): JSONReportSpec[] =>
  (JSON.parse(readFileSync(path, 'utf8')) as JSONReport).suites.flatMap(specsOf)

const specsOf = ({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] => [...specs, ...suites.flatMap(specsOf)]
