/** The list with the item at `from` moved to `to`; as it is when there is no such place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/**
 * The list with a photograph that has just arrived: before those that were chosen after it and arrived sooner, else at
 * the end. `turns` says which was chosen when; photographs without a turn were there before.
 */
export function insertUploaded<Item extends { Location: string }>(
  items: readonly Item[],
  arrived: Item,
  turns: ReadonlyMap<string, number>,
): Item[] {
  const turnOf = ({ Location }: Item) => turns.get(Location) ?? -1
  const later = items.findIndex((item) => turnOf(item) > turnOf(arrived))
  return items.toSpliced(later === -1 ? items.length : later, 0, arrived)
}
