/** Fields that are merged. `theirs` and `both` name those that the other side changed, and those that both did. */
export type Merged<Fields> = { fields: Fields; theirs: (keyof Fields)[]; both: (keyof Fields)[] }

/**
 * Merges a form with what somebody else saved since it was loaded: untouched fields take their values, edited ones keep
 * the user's.
 */
export function mergeFields<Fields extends object>(
  names: readonly (keyof Fields)[],
  { loaded, mine, now }: { loaded: Fields; mine: Fields; now: Fields },
): Merged<Fields> {
  const changedThere = differences(names, loaded, now)
  const isMine = (name: keyof Fields) => differs(loaded, mine, name) && differs(now, mine, name)
  return {
    fields: { ...now, ...picked(mine, names.filter(isMine)) },
    theirs: changedThere.filter((name) => !isMine(name)),
    both: changedThere.filter(isMine),
  }
}

/** Whether a field differs between two forms. */
export const differs = <Fields extends object>(one: Fields, other: Fields, name: keyof Fields) =>
  JSON.stringify(one[name]) !== JSON.stringify(other[name])

/** The names of the fields that differ between two forms. */
export const differences = <Fields extends object>(names: readonly (keyof Fields)[], one: Fields, other: Fields) =>
  names.filter((name) => differs(one, other, name))

/** The fields of these names. */
export const picked = <Fields extends object>(fields: Fields, names: readonly (keyof Fields)[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>
