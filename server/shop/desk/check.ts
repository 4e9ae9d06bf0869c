import type { SetupCheck } from '#contract/admin/setup-checks.ts'

type Name = SetupCheck['name']

/** What works. */
export const good = (name: Name, finding: string): SetupCheck => ({
  name,
  state: 'good',
  finding,
  todo: null,
  lines: [],
})

/** What does not work, or is not configured: the one thing to do, and lines for the settings file. */
export const todo = (name: Name, finding: string, advice: string, lines: string[] = []): SetupCheck => ({
  name,
  state: 'todo',
  finding,
  todo: advice,
  lines,
})

/** What is configured; whether it works is known after a test. */
export const untestedCheck = (name: Name, finding: string, advice: string | null = null): SetupCheck => ({
  name,
  state: 'untested',
  finding,
  todo: advice,
  lines: [],
})
