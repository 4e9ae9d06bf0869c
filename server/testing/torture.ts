// Tests of faults and attacks come in two sizes: a short form, which runs with all the others, and the long form of
// `npm run lab -- torture`, whose figures are written into lab/reports/reliability.md.

/** Whether `npm run lab -- torture` runs, in which form ever: then no test is left to it. */
export const isLab = process.env.TORTURE !== undefined

export const isLong = process.env.TORTURE === 'long'

/** The number of runs: `short` with all tests, `long` under `npm run lab -- torture`. */
export const runs = (short: number, long: number) => (isLong ? long : short)

declare module 'vitest' {
  interface TaskMeta {
    figure?: string
  }
}

/** Records what a test measured, for its row in lab/reports/reliability.md. */
export function figure(task: { meta: { figure?: string } }, text: string) {
  task.meta.figure = text
}
