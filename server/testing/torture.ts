// Tests of faults and attacks come in two sizes: a short form, which runs with all the others, and the long form of
// `npm run torture`, whose figures are written into docs/reliability.md.

export const isLong = process.env.TORTURE === 'long'

/** How often to do it: `short` with all other tests, `long` under `npm run torture`. */
export const runs = (short: number, long: number) => (isLong ? long : short)

declare module 'vitest' {
  interface TaskMeta {
    figure?: string
  }
}

/** Notes what a test measured, for its row of docs/reliability.md: how many runs, and the figure that counts. */
export function figure(task: { meta: { figure?: string } }, text: string) {
  task.meta.figure = text
}
