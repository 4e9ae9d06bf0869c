/** The sum of each of these figures over some rows. */
export const totalsOf = <Name extends string>(names: readonly Name[], rows: readonly Record<Name, number>[]) =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Record<Name, number>
