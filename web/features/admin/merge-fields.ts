/**
 * A form on top of what somebody else has saved since it was loaded: what was not touched here is theirs, what was
 * stays. `theirs` and `both` name the fields that changed there, and on both sides.
 */
export function mergedFields<Fields extends object>(
  names: readonly (keyof Fields)[],
  { loaded, mine, now }: { loaded: Fields; mine: Fields; now: Fields },
) {
  const changedThere = names.filter((name) => differs(loaded, now, name))
  const isMine = (name: keyof Fields) => differs(loaded, mine, name) && differs(now, mine, name)
  const kept = Object.fromEntries(names.filter(isMine).map((name) => [name, mine[name]]))
  return {
    fields: { ...now, ...kept } as Fields,
    theirs: changedThere.filter((name) => !isMine(name)),
    both: changedThere.filter(isMine),
  }
}

/** Whether a field says something else in one form than in the other. */
export const differs = <Fields extends object>(one: Fields, other: Fields, name: keyof Fields) =>
  JSON.stringify(one[name]) !== JSON.stringify(other[name])
