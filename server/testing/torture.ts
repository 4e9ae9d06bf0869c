// Tests of faults and attacks come in two sizes: a short form, which runs with all the others, and the long form of
// `npm run torture`, whose figures are written into docs/reliability.md.

export const isLong = process.env.TORTURE === 'long'

/** The number of runs: `short` with all tests, `long` under `npm run torture`. */
export const runs = (short: number, long: number) => (isLong ? long : short)

declare module 'vitest' {
  interface TaskMeta {
    figure?: string
  }
}

/** Records what a test measured, for its row in docs/reliability.md. */
export function figure(task: { meta: { figure?: string } }, text: string) {
  task.meta.figure = text
}
