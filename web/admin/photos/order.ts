/** A copy of the list with the item at `from` moved to `to`; unchanged for an invalid index. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/**
 * A copy of the list with an uploaded photo, in the order of selection. `uploadIds` holds the sequence number of each
 * upload by location; photos without one were there before.
 */
export function insertUploaded<Item extends { Location: string }>(
  items: readonly Item[],
  arrived: Item,
  uploadIds: ReadonlyMap<string, number>,
): Item[] {
  const uploadIdOf = ({ Location }: Item) => uploadIds.get(Location) ?? -1
  const later = items.findIndex((item) => uploadIdOf(item) > uploadIdOf(arrived))
  return items.toSpliced(later === -1 ? items.length : later, 0, arrived)
}
