/**
 * Merges a form with what somebody else saved since it was loaded: untouched fields take their values, edited ones keep
 * the user's. `theirs` and `both` name the fields changed there, and on both sides.
 */
export function mergeFields<Fields extends object>(
  names: readonly (keyof Fields)[],
  { loaded, mine, now }: { loaded: Fields; mine: Fields; now: Fields },
) {
  const changedThere = names.filter((name) => differs(loaded, now, name))
  const isMine = (name: keyof Fields) => differs(loaded, mine, name) && differs(now, mine, name)
  const edits = Object.fromEntries(names.filter(isMine).map((name) => [name, mine[name]]))
  return {
    fields: { ...now, ...edits } as Fields,
    theirs: changedThere.filter((name) => !isMine(name)),
    both: changedThere.filter(isMine),
  }
}

/** Whether a field differs between two forms. */
export const differs = <Fields extends object>(one: Fields, other: Fields, name: keyof Fields) =>
  JSON.stringify(one[name]) !== JSON.stringify(other[name])
