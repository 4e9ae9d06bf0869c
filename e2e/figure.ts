import { test } from '@playwright/test'

/** Records what the running journey measured, for its row in lab/reports/reliability.md. */
export function figure(text: string) {
  test.info().annotations.push({ type: 'figure', description: text })
}
